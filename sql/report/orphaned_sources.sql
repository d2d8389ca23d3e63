-- orphaned_sources: run files that stay without a run when some sources go.
-- params:  $source_ids (list of integers)
-- reads:   run_sources
-- returns: source_id
-- grain:   one row per source_id
-- source:  a version of a run of which one source goes, goes as a whole
with versions as (
    select
        run_id,
        run_sha256,
        max(case when array_contains($source_ids, source_id) then 1 else 0 end) as goes
    from run_sources
    group by run_id, run_sha256
)

select r.source_id
from run_sources as r
inner join versions as v on r.run_id = v.run_id and r.run_sha256 = v.run_sha256
where not array_contains($source_ids, r.source_id)
group by r.source_id
having min(v.goes) = 1
order by r.source_id
