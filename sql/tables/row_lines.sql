-- row_lines: lines that hold several rows each, so that the places of rows give line numbers.
-- grain:   one row per source_id and line_number
create table row_lines (
    source_id bigint not null,
    line_number bigint not null,
    rows bigint not null
);
