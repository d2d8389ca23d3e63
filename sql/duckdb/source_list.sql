-- source_list: every source, with what it is part of and how much stands on it.
-- params:  none
-- reads:   sources, source_names, run_sources, evaluations, doc_id_rules
-- returns: source_id, kind, name, names, path, format, compression, rows, rejected, sha256,
--          ingested_at, runs, is_newest, evaluations
-- grain:   one row per source_id
-- source:  the newest judgments, and lists of queries, of a name are those that were given last by
--          it; a run file is of the newest if a run's newest version is made of it
with given as (
    select
        s.kind,
        n.source_id,
        n.name,
        n.rowid as place,
        row_number() over (partition by s.kind, n.name order by n.rowid desc) as age
    from source_names as n
    inner join sources as s on n.source_id = s.source_id
),

named as (
    select
        source_id,
        list(name order by place) as names
    from given
    group by source_id
),

versions as (
    select
        run_id,
        run_sha256,
        row_number() over (partition by run_id order by max(rowid) desc) as age
    from run_sources
    group by run_id, run_sha256
),

parts as (
    select
        r.source_id,
        list(distinct r.run_id order by r.run_id) as runs,
        bool_or(v.age = 1) as is_newest
    from run_sources as r
    inner join versions as v on r.run_id = v.run_id and r.run_sha256 = v.run_sha256
    group by r.source_id
),

standing as (
    select
        qrels_source_id as source_id,
        evaluation_id
    from evaluations
    union
    select
        s.source_id,
        e.evaluation_id
    from evaluations as e
    inner join sources as s on s.kind = 'queries' and e.queries_sha256 = s.sha256
    union
    select
        map_source_id as source_id,
        evaluation_id
    from doc_id_rules
    union
    select
        r.source_id,
        e.evaluation_id
    from evaluations as e
    inner join run_sources as r on e.run_id = r.run_id and e.run_sha256 = r.run_sha256
),

counted as (
    select
        source_id,
        count(*) as evaluations
    from standing
    group by source_id
)

select
    s.source_id,
    s.kind,
    s.name,
    n.names,
    s.path,
    s.format,
    s.compression,
    s.rows,
    s.rejected,
    s.sha256,
    s.ingested_at,
    coalesce(p.runs, []) as runs,
    case
        when s.kind = 'run' then coalesce(p.is_newest, false)
        else coalesce(g.age = 1, false)
    end as is_newest,
    coalesce(c.evaluations, 0) as evaluations
from sources as s
left join named as n on s.source_id = n.source_id
left join parts as p on s.source_id = p.source_id
left join given as g on s.source_id = g.source_id and s.name = g.name
left join counted as c on s.source_id = c.source_id
order by s.source_id
