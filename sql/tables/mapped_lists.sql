-- mapped_lists: lists of evaluations whose doc_ids is not as_is, before and after it; public.
-- grain:   one row per evaluation_id and query_id
create table mapped_lists (
    evaluation_id varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    lines bigint not null,
    documents bigint not null,
    most_lines bigint not null
);
