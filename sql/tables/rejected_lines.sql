-- rejected_lines: lines that could not be read, with the rule that they break; public.
-- grain:   one row per source_id and line_number
create table rejected_lines (
    source_id bigint not null,
    line_number bigint not null,
    reason varchar not null,
    line varchar
);
