-- empty_lists: lists that a caller of the API gave explicitly as empty: not missing, but 0.
-- grain:   one row per source_id, run_id and query_id
create table empty_lists (
    source_id bigint not null,
    run_id varchar not null,
    query_id varchar not null
);
