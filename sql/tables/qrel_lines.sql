-- qrel_lines: judgments as read, in the order of their lines; view qrels is the public one.
-- grain:   one row per judgment line
create table qrel_lines (
    source_id bigint not null,
    query_id varchar not null,
    doc_id varchar not null,
    grade bigint not null,
    iteration varchar,
    grade_text varchar
);
