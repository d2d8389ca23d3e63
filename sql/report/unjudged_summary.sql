-- unjudged_summary: how much of each run is unjudged, in the top k and in whole lists.
-- params:  $k (integer)
-- reads:   ranked, scored_lines, judged_queries, judged_lines, later_copies
-- returns: run_id, top_retrieved, top_unjudged, retrieved, unjudged
-- grain:   one row per run_id
-- source:  the contract: unjudged
with tops as (
    select
        run_id,
        count(*) as top_retrieved,
        sum(case when is_judged then 0 else 1 end) as top_unjudged
    from ranked
    where rank <= $k
    group by run_id
),

wholes as (
    select
        l.run_id,
        count(*) as retrieved,
        sum(case when j.line_order is null then 1 else 0 end) as unjudged
    from scored_lines as l
    inner join judged_queries as q on l.query_id = q.query_id
    left join judged_lines as j on l.line_order = j.line_order
    where
        not exists (
            select 1 from later_copies as c
            where c.line_order = l.line_order
        )
    group by l.run_id
)

select
    w.run_id,
    cast(coalesce(t.top_retrieved, 0) as bigint) as top_retrieved,
    cast(coalesce(t.top_unjudged, 0) as bigint) as top_unjudged,
    cast(w.retrieved as bigint) as retrieved,
    cast(w.unjudged as bigint) as unjudged
from wholes as w
left join tops as t on w.run_id = t.run_id
