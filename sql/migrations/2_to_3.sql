-- 2_to_3: files that cannot be read are kept, and identifiers tell how bytes were read.
-- Reads renamed_runs and renamed_evaluations, which store/identifiers_of_3.py fills: each version
-- of a run, and each evaluation, with the identifier that judged gives it from version 3 on. So no
-- score is lost, and scoring again replaces what is there.
create table unreadable_files (
    source_id bigint not null,
    path varchar not null,
    waiting_at varchar,
    is_mended boolean not null,
    line_number bigint,
    reason varchar not null
);
update run_sources set run_sha256 = r.new_sha256
from renamed_runs as r
where run_sources.run_id = r.run_id and run_sources.run_sha256 = r.old_sha256;
update evaluations set run_sha256 = r.new_sha256
from renamed_runs as r
where evaluations.run_id = r.run_id and evaluations.run_sha256 = r.old_sha256;
update evaluations set evaluation_id = r.new_id
from renamed_evaluations as r
where evaluations.evaluation_id = r.old_id;
update evaluation_settings set evaluation_id = r.new_id
from renamed_evaluations as r
where evaluation_settings.evaluation_id = r.old_id;
update query_scores set evaluation_id = r.new_id
from renamed_evaluations as r
where query_scores.evaluation_id = r.old_id;
update run_scores set evaluation_id = r.new_id
from renamed_evaluations as r
where run_scores.evaluation_id = r.old_id;
update findings set evaluation_id = r.new_id
from renamed_evaluations as r
where findings.evaluation_id = r.old_id;
update finding_totals set evaluation_id = r.new_id
from renamed_evaluations as r
where finding_totals.evaluation_id = r.old_id;
update jobs set evaluations = named.evaluations
from (
    select
        listed.job_id,
        list(coalesce(r.new_id, listed.old_id) order by listed.place) as evaluations
    from (
        select
            job_id,
            unnest(evaluations) as old_id,
            generate_subscripts(evaluations, 1) as place
        from jobs
    ) as listed
    left join renamed_evaluations as r on listed.old_id = r.old_id
    group by listed.job_id
) as named
where jobs.job_id = named.job_id;
