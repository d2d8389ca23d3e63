create table run_parts (
    part_id bigint not null,
    source_id bigint not null,
    run_id varchar not null
);
