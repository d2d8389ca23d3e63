-- store_version: the version of these tables, and of the program that made them.
-- grain:   one row
create table store_version (
    schema_version integer not null,
    judged_version varchar not null
);
