-- 1_to_2: every name that a source was given by has a row.
-- Stores of version 1 have table source_names only if they were made by a later judged of its time.
create table if not exists source_names (
    source_id bigint not null,
    name varchar not null
);
insert into source_names
select
    s.source_id,
    s.name
from sources as s
where s.source_id not in (select n.source_id from source_names as n)
order by s.source_id;
