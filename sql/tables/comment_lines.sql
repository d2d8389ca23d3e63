-- comment_lines: lines that were passed over as comments, such as a block of ir_metadata; public.
-- grain:   one row per source_id and line_number
create table comment_lines (
    source_id bigint not null,
    line_number bigint not null,
    line varchar not null
);
