-- superseded_runs: versions of runs made of files that could not be read, and were mended since.
-- params:  none
-- reads:   run_sources, unreadable_files
-- returns: run_id, run_sha256
-- grain:   one row per version
-- source:  such a file is a run of its path; once it is mended, its tags name the runs, and nobody
--          waits for the one of its path any more
select
    r.run_id,
    r.run_sha256
from run_sources as r
inner join unreadable_files as u on r.source_id = u.source_id
group by r.run_id, r.run_sha256
having bool_and(u.is_mended)
