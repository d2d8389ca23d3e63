-- superseded_runs: versions of runs with a file that had no row, and whose path had rows since.
-- params:  none
-- reads:   run_sources, sources, source_names
-- returns: run_id, run_sha256
-- grain:   one row per version
-- source:  a file that could not be read is a run of the file's name; once it is mended, its tags
--          name the runs, and nobody waits for the one of the file's name any more
with given as (
    select
        s.source_id,
        s.path,
        s.rows,
        max(n.rowid) as place
    from sources as s
    inner join source_names as n on s.source_id = n.source_id
    where s.kind = 'run' and s.format <> 'frame'
    group by s.source_id, s.path, s.rows
)

select distinct
    r.run_id,
    r.run_sha256
from run_sources as r
inner join given as empty on r.source_id = empty.source_id
inner join given as filled on empty.path = filled.path and empty.place < filled.place
where empty.rows = 0 and filled.rows > 0
