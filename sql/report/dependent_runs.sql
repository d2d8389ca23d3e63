-- dependent_runs: versions of runs that lose a part with some sources, and how many parts stay.
-- params:  $source_ids (list of integers)
-- reads:   run_sources
-- returns: run_id, run_sha256, sources, others
-- grain:   one row per run_id and run_sha256
-- source:  a version of a run is the whole of its sources
select
    run_id,
    run_sha256,
    count(*) filter (where array_contains($source_ids, source_id)) as sources,
    count(*) filter (where not array_contains($source_ids, source_id)) as others
from run_sources
group by run_id, run_sha256
having count(*) filter (where array_contains($source_ids, source_id)) > 0
order by run_id, run_sha256
