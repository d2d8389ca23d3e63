-- query_scores: every score of every evaluated query, with the counts behind it.
-- params:  $universe, $zero_idcg, $missing_queries (text), $scale (double: units in one gain)
-- reads:   scored_runs, judged_queries, cutoffs, run_queries, judgment_counts, list_counts, dcg,
--          ideal, ideal_retrieved
-- returns: evaluation_id, run_id, query_id, k, measure, dcg, idcg, ndcg, ceiling, zero_idcg,
--          missing, counted, retrieved, judged, unjudged, judgments, relevant
-- grain:   one row per evaluation_id, query_id and k
-- source:  the contract; Järvelin & Kekäläinen 2002
with facts as (
    select
        r.evaluation_id,
        r.run_id,
        q.query_id,
        c.k,
        c.measure,
        coalesce(d.dcg_units, 0) as dcg_units,
        coalesce(case when $universe = 'judged' then i.idcg_units else o.idcg_units end, 0)
            as idcg_units,
        coalesce(i.idcg_units, 0) as judged_units,
        coalesce(o.idcg_units, 0) as retrieved_units,
        j.relevant = 0 as zero_idcg,
        l.query_id is null as missing,
        coalesce(n.retrieved, 0) as retrieved,
        coalesce(n.judged, 0) as judged,
        j.judgments,
        j.relevant
    from scored_runs as r
    cross join judged_queries as q
    cross join cutoffs as c
    inner join judgment_counts as j on q.query_id = j.query_id
    left join run_queries as l on r.run_id = l.run_id and q.query_id = l.query_id
    left join list_counts as n
        on r.run_id = n.run_id and q.query_id = n.query_id and c.k = n.k
    left join dcg as d
        on r.run_id = d.run_id and q.query_id = d.query_id and c.k = d.k
    left join ideal as i on q.query_id = i.query_id and c.k = i.k
    left join ideal_retrieved as o
        on r.run_id = o.run_id and q.query_id = o.query_id and c.k = o.k
),

policed as (
    select
        *,
        case
            when zero_idcg and $zero_idcg = 'exclude' then false
            when missing and $missing_queries = 'exclude' then false
            else true
        end as counted
    from facts
)

select
    evaluation_id,
    run_id,
    query_id,
    k,
    measure,
    cast(dcg_units as double) / $scale as dcg,
    cast(idcg_units as double) / $scale as idcg,
    case
        when not counted then null
        when idcg_units = 0 then cast(0 as double)
        else cast(dcg_units as double) / cast(idcg_units as double)
    end as ndcg,
    case
        when judged_units > 0
            then cast(retrieved_units as double) / cast(judged_units as double)
    end as ceiling,
    zero_idcg,
    missing,
    counted,
    cast(retrieved as bigint) as retrieved,
    cast(judged as bigint) as judged,
    cast(retrieved - judged as bigint) as unjudged,
    cast(judgments as bigint) as judgments,
    cast(relevant as bigint) as relevant
from policed
order by evaluation_id asc, query_id asc, k asc
