-- unreadable_files: run files of which nothing can be read, and why.
-- grain:   one row per source_id
create table unreadable_files (
    source_id bigint not null,
    line_number bigint,
    reason varchar not null
);
