create table run_lines (
    source_id bigint not null,
    tag varchar,
    query_id varchar,
    doc_id varchar,
    file_rank bigint,
    score double
);
