-- sources: the files and frames that were read; public.
-- grain:   one row per source_id
create table sources (
    source_id bigint primary key,
    kind varchar not null,
    name varchar not null,
    path varchar not null,
    format varchar not null,
    compression varchar not null,
    bytes bigint not null,
    sha256 varchar not null,
    rows bigint not null,
    rejected bigint not null,
    ingested_at timestamp not null
);
