-- 3_to_4: files whose columns have names, lines of several rows, kept comments, and maps of ids.
-- Until then a line that could not be read refused its run, always.
-- What was read before was read as it would be unasked, and its comments are not known.
alter table source_options add column columns varchar;
create table row_lines (
    source_id bigint not null,
    line_number bigint not null,
    rows bigint not null
);
create table comment_lines (
    source_id bigint not null,
    line_number bigint not null,
    line varchar not null
);
create table doc_id_map (
    source_id bigint not null,
    file_doc_id varchar not null,
    doc_id varchar not null
);
create table mapped_lists (
    evaluation_id varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    lines bigint not null,
    documents bigint not null,
    most_lines bigint not null
);
alter table evaluation_settings add column on_bad_line varchar default 'refuse';
alter table evaluation_settings alter column on_bad_line set not null;
alter table evaluation_settings alter column on_bad_line drop default;
