-- run_parts: the lines of one run in one source, which run_lines names by a number.
-- grain:   one row per part_id
create table run_parts (
    part_id bigint not null,
    source_id bigint not null,
    run_id varchar not null
);
