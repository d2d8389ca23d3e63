create table empty_lists (
    source_id bigint not null,
    run_id varchar not null,
    query_id varchar not null
);
