-- qrel_lines: judgments as read, in the order of their lines; view qrels is the public one.
-- grain:   one row per judgment line
create table qrel_lines (  -- noqa: PRS
    source_id bigint not null,
    query_id varchar not null,
    -- As in run_lines.
    doc_id varchar not null using compression zstd,
    grade bigint not null,
    iteration varchar,
    grade_text varchar
);
