-- 3_to_4: files whose columns have names, lines that hold several rows, and comments that are kept.
-- What was read earlier was read as it would be unasked, and its comments are not known.
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
