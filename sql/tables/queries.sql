-- queries: the evaluated set of --queries; public. Metadata gets columns when it is read.
-- grain:   one row per source_id and query_id
create table queries (
    source_id bigint not null,
    query_id varchar not null
);
