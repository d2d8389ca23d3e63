-- skipped_lines: every line that is no row, so that the places of rows give line numbers.
-- grain:   one row per source_id and line_number
create table skipped_lines (
    source_id bigint not null,
    line_number bigint not null,
    run_id varchar
);
