-- source_names: every name that a source was given by, in the order in which they were given last.
-- grain:   one row per source_id and name
create table source_names (
    source_id bigint not null,
    name varchar not null
);
