create table qrel_lines (
    source_id bigint not null,
    query_id varchar,
    doc_id varchar,
    grade bigint,
    iteration varchar,
    grade_text varchar
);
