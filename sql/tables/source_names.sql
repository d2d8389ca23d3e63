-- source_names: every name that the bytes of a source were given by; sources has the last.
-- grain:   one row per source_id and name
create table source_names (
    source_id bigint not null,
    name varchar not null
);
