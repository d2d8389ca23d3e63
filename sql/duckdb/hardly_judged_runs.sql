-- hardly_judged_runs: runs that hold less than a tenth of the judged documents that they might.
-- params:  none
-- reads:   run_queries, judgment_counts, judged_lines
-- returns: run_id
-- grain:   one row per run_id
-- source:  a list cannot hold more judged documents than it has lines, or its query has judgments
with held as (
    select
        run_id,
        count(*) as documents
    from judged_lines
    group by run_id
)

select r.run_id
from run_queries as r
inner join judgment_counts as c on r.query_id = c.query_id
left join held as h on r.run_id = h.run_id
group by r.run_id, h.documents
having 10 * coalesce(h.documents, 0) < sum(least(r.documents, c.judgments))
order by r.run_id
