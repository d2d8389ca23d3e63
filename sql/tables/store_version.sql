create table store_version (
    schema_version integer not null,
    judged_version varchar not null
);
