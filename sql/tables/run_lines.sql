create table run_lines (
    source_id bigint not null,
    run_id varchar not null,
    tag varchar,
    query_id varchar not null,
    doc_id varchar not null,
    file_rank bigint,
    score double
);
