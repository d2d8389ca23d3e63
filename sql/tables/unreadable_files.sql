-- unreadable_files: run files of which nothing could be read, and why.
-- grain:   one row per source_id and path
create table unreadable_files (
    source_id bigint not null,
    path varchar not null,
    -- The absolute path of a file that was given no NAME, until it is read there.
    waiting_at varchar,
    is_mended boolean not null,
    line_number bigint,
    reason varchar not null
);
