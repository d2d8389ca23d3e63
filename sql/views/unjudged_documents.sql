-- unjudged_documents: documents that the run returned for an evaluated query without a judgment.
-- params:  none
-- reads:   evaluations, run_sources, runs, qrels, queries, sources, doc_id_rules, doc_id_map
-- returns: evaluation_id, run_id, query_id, doc_id, file_rank, score
-- grain:   one row per evaluation_id, query_id and doc_id; repeated lines are one
-- source:  the contract: unjudged, after doc_ids, qrels_duplicates and negative_grades
with judgments as (
    select
        e.evaluation_id,
        q.query_id,
        case
            when not u.maps_judgments or u.maps_judgments is null then q.doc_id
            when u.pattern is null then coalesce(m.doc_id, q.doc_id)
            else coalesce(nullif(regexp_extract(q.doc_id, u.pattern, 1), ''), q.doc_id)
        end as doc_id,
        q.grade,
        e.qrels_duplicates,
        e.negative_grades
    from evaluations as e
    inner join qrels as q on e.qrels_source_id = q.source_id
    left join doc_id_rules as u on e.evaluation_id = u.evaluation_id
    left join doc_id_map as m on u.map_source_id = m.source_id and q.doc_id = m.file_doc_id
    where
        e.qrels_duplicates not like 'iteration=%'
        or e.qrels_duplicates = concat('iteration=', q.iteration)
),

graded as (
    select
        evaluation_id,
        query_id,
        doc_id,
        grade,
        qrels_duplicates,
        negative_grades,
        count(*) as assessors
    from judgments
    group by evaluation_id, query_id, doc_id, grade, qrels_duplicates, negative_grades
),

preferred as (
    select
        evaluation_id,
        query_id,
        doc_id,
        grade,
        negative_grades,
        row_number() over (
            partition by evaluation_id, query_id, doc_id
            order by
                case when qrels_duplicates = 'majority' then assessors end desc nulls last,
                case when qrels_duplicates = 'max' then grade end desc nulls last,
                grade asc
        ) as preference
    from graded
),

judged as (
    select
        evaluation_id,
        query_id,
        doc_id
    from preferred
    where preference = 1 and (grade >= 0 or negative_grades <> 'unjudged')
),

listed as (
    select
        f.sha256,
        l.query_id
    from queries as l
    inner join sources as f on l.source_id = f.source_id
),

evaluated as (
    select distinct
        g.evaluation_id,
        g.query_id
    from graded as g
    inner join evaluations as e on g.evaluation_id = e.evaluation_id
    where
        e.queries_sha256 is null
        or exists (
            select 1 from listed as l
            where l.sha256 = e.queries_sha256 and l.query_id = g.query_id
        )
),

retrieved as (
    select
        e.evaluation_id,
        e.run_id,
        r.query_id,
        case
            when u.evaluation_id is null then r.doc_id
            when u.pattern is null then coalesce(m.doc_id, r.doc_id)
            else coalesce(nullif(regexp_extract(r.doc_id, u.pattern, 1), ''), r.doc_id)
        end as doc_id,
        r.file_rank,
        r.score
    from evaluations as e
    inner join evaluated as d on e.evaluation_id = d.evaluation_id
    inner join run_sources as s on e.run_id = s.run_id and e.run_sha256 = s.run_sha256
    inner join runs as r
        on s.source_id = r.source_id and s.run_id = r.run_id and d.query_id = r.query_id
    left join doc_id_rules as u on e.evaluation_id = u.evaluation_id
    left join doc_id_map as m on u.map_source_id = m.source_id and r.doc_id = m.file_doc_id
    where e.self_matches = 'keep' or r.doc_id <> r.query_id
)

select
    r.evaluation_id,
    r.run_id,
    r.query_id,
    r.doc_id,
    min(r.file_rank) as file_rank,
    max(r.score) as score
from retrieved as r
where
    not exists (
        select 1 from judged as j
        where
            j.evaluation_id = r.evaluation_id
            and j.query_id = r.query_id
            and j.doc_id = r.doc_id
    )
group by r.evaluation_id, r.run_id, r.query_id, r.doc_id
