create table empty_lists (
    source_id integer not null,
    run_id varchar not null,
    query_id varchar not null
);
