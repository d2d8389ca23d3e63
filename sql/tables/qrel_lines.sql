create table qrel_lines (
    source_id bigint not null,
    query_id varchar not null,
    doc_id varchar not null,
    grade bigint not null,
    iteration varchar,
    grade_text varchar
);
