-- A store of version 5, written by tests/migrations/dump.py.

create table comment_lines (
    source_id bigint not null,
    line_number bigint not null,
    line varchar not null
);

create table doc_id_map (
    source_id bigint not null,
    file_doc_id varchar not null,
    doc_id varchar not null
);

create table empty_lists (
    source_id bigint not null,
    run_id varchar not null,
    query_id varchar not null
);

create table evaluation_settings (
    evaluation_id varchar not null,
    contract varchar not null,
    origins varchar not null,
    judgments varchar not null,
    preset varchar,
    on_bad_line varchar not null,
    validated_by varchar,
    scored_by varchar
);

create table evaluations (
    evaluation_id varchar not null,
    contract_id varchar not null,
    run_id varchar not null,
    cutoffs varchar not null,
    gain varchar not null,
    universe varchar not null,
    order_by varchar not null,
    ties varchar not null,
    score_precision varchar not null,
    depth bigint,
    unjudged_policy varchar not null,
    negative_grades varchar not null,
    zero_idcg_policy varchar not null,
    missing_queries_policy varchar not null,
    unknown_queries_policy varchar not null,
    run_duplicates varchar not null,
    qrels_duplicates varchar not null,
    doc_ids varchar not null,
    self_matches varchar not null,
    grades varchar not null,
    min_judged_rate double not null,
    qrels_source_id bigint not null,
    qrels_sha256 varchar not null,
    run_sha256 varchar not null,
    queries_sha256 varchar,
    status varchar not null,
    reason varchar,
    judged_version varchar not null,
    duckdb_version varchar not null,
    created_at timestamp not null
);

create table finding_totals (
    source_id bigint,
    run_id varchar,
    evaluation_id varchar not null,
    contract_id varchar not null,
    rule_id varchar not null,
    severity varchar not null,
    places bigint not null,
    message varchar not null,
    stage varchar not null,
    k bigint
);

create table findings (
    source_id bigint,
    run_id varchar,
    evaluation_id varchar not null,
    contract_id varchar not null,
    rule_id varchar not null,
    severity varchar not null,
    query_id varchar,
    doc_id varchar,
    value varchar,
    line_number bigint,
    message varchar not null,
    stage varchar not null,
    k bigint
);

create table jobs (
    job_id bigint not null,
    label varchar,
    command varchar not null,
    evaluations varchar[] not null,
    exit_code integer,
    started_at timestamp not null,
    finished_at timestamp
);

create table mapped_lists (
    evaluation_id varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    lines bigint not null,
    documents bigint not null,
    most_lines bigint not null
);

create table qrel_lines (
    source_id bigint not null,
    query_id varchar not null,
    doc_id varchar not null using compression zstd,
    grade bigint not null,
    iteration varchar,
    grade_text varchar
);

create table queries (
    source_id bigint not null,
    query_id varchar not null
);

create table query_scores (
    evaluation_id varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    k bigint not null,
    measure varchar not null,
    dcg double not null,
    idcg double not null,
    ndcg double,
    ceiling double,
    zero_idcg boolean not null,
    missing boolean not null,
    counted boolean not null,
    retrieved bigint not null,
    judged bigint not null,
    unjudged bigint not null,
    judgments bigint not null,
    relevant bigint not null
);

create table rejected_lines (
    source_id bigint not null,
    line_number bigint not null,
    reason varchar not null,
    line varchar
);

create table row_lines (
    source_id bigint not null,
    line_number bigint not null,
    rows bigint not null
);

create table run_lines (
    part_id bigint not null,
    query_id varchar not null,
    doc_id varchar not null using compression zstd,
    file_rank bigint,
    score double
);

create table run_parts (
    part_id bigint not null,
    source_id bigint not null,
    run_id varchar not null
);

create table run_scores (
    evaluation_id varchar not null,
    run_id varchar not null,
    k bigint not null,
    measure varchar not null,
    queries bigint not null,
    scored_queries bigint not null,
    zero_idcg_queries bigint not null,
    missing_queries bigint not null,
    unknown_queries bigint not null,
    macro_ndcg double,
    macro_ndcg_zero_idcg_as_zero double,
    macro_ndcg_zero_idcg_excluded double,
    pooled_ndcg double,
    mean_ceiling double,
    retrieved bigint not null,
    unjudged bigint not null,
    unjudged_rate double,
    mean_unjudged_rate double
);

create table run_sources (
    run_id varchar not null,
    run_sha256 varchar not null,
    source_id bigint not null
);

create table skipped_lines (
    source_id bigint not null,
    line_number bigint not null,
    run_id varchar
);

create table source_names (
    source_id bigint not null,
    name varchar not null
);

create table source_options (
    source_id bigint primary key,
    run_name varchar,
    columns varchar
);

create table sources (
    source_id bigint primary key,
    kind varchar not null,
    name varchar not null,
    path varchar not null,
    format varchar not null,
    compression varchar not null,
    bytes bigint not null,
    sha256 varchar not null,
    rows bigint not null,
    rejected bigint not null,
    ingested_at timestamp not null
);

create table store_version (
    schema_version integer not null,
    judged_version varchar not null
);

create table unreadable_files (
    source_id bigint not null,
    path varchar not null,
    waiting_at varchar,
    is_mended boolean not null,
    line_number bigint,
    reason varchar not null
);

create view qrels as
select
    source_id,
    query_id,
    doc_id,
    grade,
    iteration,
    rowid as line_order
from qrel_lines;

create view runs as
select
    p.source_id,
    p.run_id,
    l.query_id,
    l.doc_id,
    l.file_rank,
    l.score,
    l.rowid as line_order
from run_lines as l
inner join run_parts as p on l.part_id = p.part_id;

create view newest_evaluations as
with scored as (
    select
        evaluation_id,
        contract_id,
        run_id,
        qrels_source_id,
        queries_sha256,
        row_number() over (
            partition by run_id, contract_id, qrels_source_id, queries_sha256
            order by rowid desc
        ) as age,
        row_number() over (partition by contract_id order by rowid desc) as age_in_contract
    from evaluations
    where status = 'scored'
)
select
    s.evaluation_id,
    s.contract_id,
    s.run_id
from scored as s
inner join scored as last
    on
        s.contract_id = last.contract_id
        and s.qrels_source_id = last.qrels_source_id
        and s.queries_sha256 is not distinct from last.queries_sha256
where s.age = 1 and last.age_in_contract = 1;

create view current_scores as
select
    s.evaluation_id,
    n.contract_id,
    s.run_id,
    s.query_id,
    s.k,
    s.measure,
    s.dcg,
    s.idcg,
    s.ndcg,
    s.ceiling,
    s.zero_idcg,
    s.missing,
    s.counted,
    s.retrieved,
    s.judged,
    s.unjudged,
    s.judgments,
    s.relevant
from query_scores as s
inner join newest_evaluations as n on s.evaluation_id = n.evaluation_id;

create view latest_run_scores as
select
    s.evaluation_id,
    n.contract_id,
    s.run_id,
    s.k,
    s.measure,
    s.queries,
    s.scored_queries,
    s.zero_idcg_queries,
    s.missing_queries,
    s.unknown_queries,
    s.macro_ndcg,
    s.macro_ndcg_zero_idcg_as_zero,
    s.macro_ndcg_zero_idcg_excluded,
    s.pooled_ndcg,
    s.mean_ceiling,
    s.retrieved,
    s.unjudged,
    s.unjudged_rate,
    s.mean_unjudged_rate
from run_scores as s
inner join newest_evaluations as n on s.evaluation_id = n.evaluation_id;

create view zero_idcg_queries as
select distinct
    evaluation_id,
    run_id,
    query_id,
    judgments
from query_scores
where zero_idcg;

create view missing_queries as
select distinct
    evaluation_id,
    run_id,
    query_id,
    relevant
from query_scores
where missing;

create view coverage as
select
    evaluation_id,
    run_id,
    query_id,
    k,
    retrieved,
    judged,
    unjudged,
    cast(judged as double) / nullif(cast(retrieved as double), 0) as judged_rate
from query_scores;

create view unknown_queries as
with lists as (
    select
        source_id,
        run_id,
        query_id,
        count(*) as documents
    from runs
    group by source_id, run_id, query_id
),
known as (
    select distinct
        source_id,
        query_id,
        iteration
    from qrels
)
select
    e.evaluation_id,
    e.run_id,
    l.query_id,
    cast(sum(l.documents) as bigint) as documents
from evaluations as e
inner join run_sources as s on e.run_id = s.run_id and e.run_sha256 = s.run_sha256
inner join lists as l on s.source_id = l.source_id and s.run_id = l.run_id
where
    not exists (
        select 1 from known as q
        where
            q.source_id = e.qrels_source_id
            and q.query_id = l.query_id
            and (
                e.qrels_duplicates not like 'iteration=%'
                or e.qrels_duplicates = concat('iteration=', q.iteration)
            )
    )
group by e.evaluation_id, e.run_id, l.query_id;

create view doc_id_rules as
with told as (
    select
        evaluation_id,
        doc_ids like 'judgments,%' as maps_judgments,
        case
            when doc_ids like 'judgments,%' then substr(doc_ids, 11)
            else doc_ids
        end as rule
    from evaluations
    where doc_ids <> 'as_is'
)
select
    t.evaluation_id,
    t.maps_judgments,
    case when t.rule like 'pattern=%' then substr(t.rule, 9) end as pattern,
    s.source_id as map_source_id
from told as t
left join sources as s on t.rule = concat('map=sha256:', s.sha256) and s.kind = 'doc_ids';

create view unjudged_documents as
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
group by r.evaluation_id, r.run_id, r.query_id, r.doc_id;

alter table queries add column title varchar;

insert into comment_lines (source_id, line_number, line) values
(1, 1, '# pooled in 2020');

insert into doc_id_map (source_id, file_doc_id, doc_id) values
(12, 'a#1', 'a'),
(12, 'a#2', 'a');

insert into empty_lists (source_id, run_id, query_id) values
(13, 'api', 'q2');

insert into evaluation_settings (evaluation_id, contract, origins, judgments, preset, on_bad_line, validated_by, scored_by) values
('f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', '{"cutoffs": [2, 10], "gain": "linear", "universe": "judged", "order": "score", "ties": "doc_id_desc", "score_precision": "float64", "depth": null, "unjudged": "zero", "negative_grades": "error", "zero_idcg": "zero", "missing_queries": "zero", "unknown_queries": "warn", "run_duplicates": "error", "qrels_duplicates": "error", "doc_ids": "as_is", "self_matches": "keep", "grades": [0, 3], "min_judged_rate": 0.0}', '{"cutoffs": "option", "gain": "default", "universe": "default", "order": "default", "ties": "default", "score_precision": "default", "depth": "default", "unjudged": "option", "negative_grades": "default", "zero_idcg": "default", "missing_queries": "default", "unknown_queries": "default", "run_duplicates": "default", "qrels_duplicates": "default", "doc_ids": "default", "self_matches": "default", "grades": "default", "min_judged_rate": "default"}', '{}', null, 'refuse', '["0.1.0", "2.0.1", []]', '["0.1.0", "2.0.1", []]'),
('076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', '{"cutoffs": [2, 10], "gain": "linear", "universe": "judged", "order": "score", "ties": "doc_id_desc", "score_precision": "float64", "depth": null, "unjudged": "zero", "negative_grades": "error", "zero_idcg": "zero", "missing_queries": "zero", "unknown_queries": "warn", "run_duplicates": "error", "qrels_duplicates": "error", "doc_ids": "as_is", "self_matches": "keep", "grades": [0, 3], "min_judged_rate": 0.0}', '{"cutoffs": "option", "gain": "default", "universe": "default", "order": "default", "ties": "default", "score_precision": "default", "depth": "default", "unjudged": "option", "negative_grades": "default", "zero_idcg": "default", "missing_queries": "default", "unknown_queries": "default", "run_duplicates": "default", "qrels_duplicates": "default", "doc_ids": "default", "self_matches": "default", "grades": "default", "min_judged_rate": "default"}', '{}', null, 'refuse', '["0.1.0", "2.0.1", []]', '["0.1.0", "2.0.1", []]'),
('7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', '{"cutoffs": [2, 10], "gain": "linear", "universe": "judged", "order": "score", "ties": "doc_id_desc", "score_precision": "float64", "depth": null, "unjudged": "zero", "negative_grades": "error", "zero_idcg": "zero", "missing_queries": "zero", "unknown_queries": "warn", "run_duplicates": "error", "qrels_duplicates": "error", "doc_ids": "as_is", "self_matches": "keep", "grades": [0, 3], "min_judged_rate": 0.0}', '{"cutoffs": "option", "gain": "default", "universe": "default", "order": "default", "ties": "default", "score_precision": "default", "depth": "default", "unjudged": "option", "negative_grades": "default", "zero_idcg": "default", "missing_queries": "default", "unknown_queries": "default", "run_duplicates": "default", "qrels_duplicates": "default", "doc_ids": "default", "self_matches": "default", "grades": "default", "min_judged_rate": "default"}', '{}', null, 'refuse', '["0.1.0", "2.0.1", []]', '["0.1.0", "2.0.1", []]'),
('ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315', '{"cutoffs": [2, 10], "gain": "linear", "universe": "judged", "order": "score", "ties": "doc_id_desc", "score_precision": "float64", "depth": null, "unjudged": "zero", "negative_grades": "error", "zero_idcg": "zero", "missing_queries": "zero", "unknown_queries": "warn", "run_duplicates": "error", "qrels_duplicates": "error", "doc_ids": "as_is", "self_matches": "keep", "grades": [0, 3], "min_judged_rate": 0.0}', '{"cutoffs": "option", "gain": "default", "universe": "default", "order": "default", "ties": "default", "score_precision": "default", "depth": "default", "unjudged": "option", "negative_grades": "default", "zero_idcg": "default", "missing_queries": "default", "unknown_queries": "default", "run_duplicates": "default", "qrels_duplicates": "default", "doc_ids": "default", "self_matches": "default", "grades": "default", "min_judged_rate": "default"}', '{}', null, 'refuse', '["0.1.0", "2.0.1", []]', null),
('7d756ebe45dca75578a777448f985fe7ec43a4702d1ccc3a2dc288eb4e0b3fbd', '{"cutoffs": [10], "gain": "linear", "universe": "judged", "order": "rank", "ties": "doc_id_desc", "score_precision": "float64", "depth": null, "unjudged": "zero", "negative_grades": "unjudged", "zero_idcg": "zero", "missing_queries": "zero", "unknown_queries": "warn", "run_duplicates": "error", "qrels_duplicates": "error", "doc_ids": "as_is", "self_matches": "keep", "grades": "any", "min_judged_rate": 0.0}', '{"cutoffs": "option", "gain": "preset", "universe": "preset", "order": "option", "ties": "preset", "score_precision": "preset", "depth": "default", "unjudged": "preset", "negative_grades": "preset", "zero_idcg": "preset", "missing_queries": "preset", "unknown_queries": "default", "run_duplicates": "preset", "qrels_duplicates": "preset", "doc_ids": "default", "self_matches": "preset", "grades": "preset", "min_judged_rate": "default"}', '{}', 'trec_eval', 'refuse', '["0.1.0", "2.0.1", []]', '["0.1.0", "2.0.1", []]'),
('ed99a90b73c40ee90cec48be10b31eaeac2e89dbcaa248d20a1f430f813a08c5', '{"cutoffs": [10], "gain": "linear", "universe": "judged", "order": "rank", "ties": "doc_id_desc", "score_precision": "float64", "depth": null, "unjudged": "zero", "negative_grades": "unjudged", "zero_idcg": "zero", "missing_queries": "zero", "unknown_queries": "warn", "run_duplicates": "error", "qrels_duplicates": "error", "doc_ids": "as_is", "self_matches": "keep", "grades": "any", "min_judged_rate": 0.0}', '{"cutoffs": "option", "gain": "preset", "universe": "preset", "order": "option", "ties": "preset", "score_precision": "preset", "depth": "default", "unjudged": "preset", "negative_grades": "preset", "zero_idcg": "preset", "missing_queries": "preset", "unknown_queries": "default", "run_duplicates": "preset", "qrels_duplicates": "preset", "doc_ids": "default", "self_matches": "preset", "grades": "preset", "min_judged_rate": "default"}', '{}', 'trec_eval', 'refuse', '["0.1.0", "2.0.1", []]', '["0.1.0", "2.0.1", []]'),
('84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', '{"cutoffs": [10], "gain": "linear", "universe": "judged", "order": "score", "ties": "doc_id_desc", "score_precision": "float64", "depth": null, "unjudged": "zero", "negative_grades": "error", "zero_idcg": "zero", "missing_queries": "zero", "unknown_queries": "warn", "run_duplicates": "error", "qrels_duplicates": "error", "doc_ids": "as_is", "self_matches": "keep", "grades": [0, 3], "min_judged_rate": 0.0}', '{"cutoffs": "option", "gain": "default", "universe": "default", "order": "default", "ties": "default", "score_precision": "default", "depth": "default", "unjudged": "option", "negative_grades": "default", "zero_idcg": "default", "missing_queries": "default", "unknown_queries": "default", "run_duplicates": "default", "qrels_duplicates": "default", "doc_ids": "default", "self_matches": "default", "grades": "default", "min_judged_rate": "default"}', '{}', null, 'refuse', '["0.1.0", "2.0.1", []]', '["0.1.0", "2.0.1", []]'),
('654eb9bf2f856dd3ead7edfa1cccf3fbfb860850ab592998dfd8c99d8e224f5e', '{"cutoffs": [10], "gain": "linear", "universe": "judged", "order": "score", "ties": "doc_id_desc", "score_precision": "float64", "depth": null, "unjudged": "zero", "negative_grades": "error", "zero_idcg": "zero", "missing_queries": "zero", "unknown_queries": "warn", "run_duplicates": "error", "qrels_duplicates": "error", "doc_ids": "as_is", "self_matches": "keep", "grades": [0, 3], "min_judged_rate": 0.0}', '{"cutoffs": "option", "gain": "default", "universe": "default", "order": "default", "ties": "default", "score_precision": "default", "depth": "default", "unjudged": "option", "negative_grades": "default", "zero_idcg": "default", "missing_queries": "default", "unknown_queries": "default", "run_duplicates": "default", "qrels_duplicates": "default", "doc_ids": "default", "self_matches": "default", "grades": "default", "min_judged_rate": "default"}', '{}', null, 'refuse', '["0.1.0", "2.0.1", []]', null),
('9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '{"cutoffs": [10], "gain": "linear", "universe": "judged", "order": "score", "ties": "doc_id_desc", "score_precision": "float64", "depth": null, "unjudged": "zero", "negative_grades": "error", "zero_idcg": "zero", "missing_queries": "zero", "unknown_queries": "warn", "run_duplicates": "keep_best", "qrels_duplicates": "error", "doc_ids": {"map": "sha256:ff7a1712b01da908cc514c4874120c35ddf8bfbbe66a365cfd8c8add78e844de", "judgments": false}, "self_matches": "keep", "grades": [0, 3], "min_judged_rate": 0.0}', '{"cutoffs": "option", "gain": "default", "universe": "default", "order": "default", "ties": "default", "score_precision": "default", "depth": "default", "unjudged": "option", "negative_grades": "default", "zero_idcg": "default", "missing_queries": "default", "unknown_queries": "default", "run_duplicates": "option", "qrels_duplicates": "default", "doc_ids": "option", "self_matches": "default", "grades": "default", "min_judged_rate": "default"}', '{}', null, 'refuse', '["0.1.0", "2.0.1", []]', '["0.1.0", "2.0.1", []]'),
('829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', '{"cutoffs": [10], "gain": "linear", "universe": "judged", "order": "score", "ties": "doc_id_desc", "score_precision": "float64", "depth": null, "unjudged": "zero", "negative_grades": "error", "zero_idcg": "zero", "missing_queries": "zero", "unknown_queries": "warn", "run_duplicates": "error", "qrels_duplicates": "error", "doc_ids": "as_is", "self_matches": "keep", "grades": [0, 3], "min_judged_rate": 0.0}', '{"cutoffs": "default", "gain": "default", "universe": "default", "order": "default", "ties": "default", "score_precision": "default", "depth": "default", "unjudged": "option", "negative_grades": "default", "zero_idcg": "default", "missing_queries": "default", "unknown_queries": "default", "run_duplicates": "default", "qrels_duplicates": "default", "doc_ids": "default", "self_matches": "default", "grades": "default", "min_judged_rate": "default"}', '{}', null, 'refuse', '["0.1.0", "2.0.1", []]', '["0.1.0", "2.0.1", []]');

insert into evaluations (evaluation_id, contract_id, run_id, cutoffs, gain, universe, order_by, ties, score_precision, depth, unjudged_policy, negative_grades, zero_idcg_policy, missing_queries_policy, unknown_queries_policy, run_duplicates, qrels_duplicates, doc_ids, self_matches, grades, min_judged_rate, qrels_source_id, qrels_sha256, run_sha256, queries_sha256, status, reason, judged_version, duckdb_version, created_at) values
('f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'tag', '2,10', 'linear', 'judged', 'score', 'doc_id_desc', 'float64', null, 'zero', 'error', 'zero', 'zero', 'warn', 'error', 'error', 'as_is', 'keep', '0:3', cast('0.0' as double), 1, '703063cdd155ba092719bd0e893d585b4d62b8518ffcbc2c76c3aed9cac4e34c', '2fd5fac1fc89d3d2f23e864d7b0727bd05866df21b253bafdcd171151ef652c8', null, 'scored', null, '0.1.0', '2.0.1', '2026-11-30 22:19:29.764384'),
('076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'one', '2,10', 'linear', 'judged', 'score', 'doc_id_desc', 'float64', null, 'zero', 'error', 'zero', 'zero', 'warn', 'error', 'error', 'as_is', 'keep', '0:3', cast('0.0' as double), 1, '703063cdd155ba092719bd0e893d585b4d62b8518ffcbc2c76c3aed9cac4e34c', 'b8eecfef489760e68690010dcba24af7c21a297fce0c6bd2c7d07ef18955b7c3', null, 'scored', null, '0.1.0', '2.0.1', '2026-11-30 22:19:29.759585'),
('7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'other', '2,10', 'linear', 'judged', 'score', 'doc_id_desc', 'float64', null, 'zero', 'error', 'zero', 'zero', 'warn', 'error', 'error', 'as_is', 'keep', '0:3', cast('0.0' as double), 1, '703063cdd155ba092719bd0e893d585b4d62b8518ffcbc2c76c3aed9cac4e34c', 'b8eecfef489760e68690010dcba24af7c21a297fce0c6bd2c7d07ef18955b7c3', null, 'scored', null, '0.1.0', '2.0.1', '2026-11-30 22:19:29.762062'),
('ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'bad', '2,10', 'linear', 'judged', 'score', 'doc_id_desc', 'float64', null, 'zero', 'error', 'zero', 'zero', 'warn', 'error', 'error', 'as_is', 'keep', '0:3', cast('0.0' as double), 1, '703063cdd155ba092719bd0e893d585b4d62b8518ffcbc2c76c3aed9cac4e34c', 'a99151ad68be1bf21c1b41487ff1939dae13fff1cce406d548f9b1ecadac9250', null, 'refused', 'score-finite: the score in ''q1 Q0 a 1 nan bad'' is not a finite number', '0.1.0', '2.0.1', '2026-11-30 22:19:29.703453'),
('7d756ebe45dca75578a777448f985fe7ec43a4702d1ccc3a2dc288eb4e0b3fbd', '352173f0c561738fae0a3340a4341d999da1dd8ad1f866fd78e5a945ea2b4c5f', 'résumé', '10', 'linear', 'judged', 'rank', 'doc_id_desc', 'float64', null, 'zero', 'unjudged', 'zero', 'zero', 'warn', 'error', 'error', 'as_is', 'keep', 'any', cast('0.0' as double), 5, '3e9bf45fa77fa2590791e2ed519fa1db728d2e1876eb5078c4a62e922f18d1ce', 'c04a2e6adc6727e70aafd739a14254f34e74d49a55eebcda4cf771037de6eb6c', 'c0476093c1e91dc91f2b56008167452f0fd65593eeebf202da961c46a3912ad4', 'scored', null, '0.1.0', '2.0.1', '2026-11-30 22:19:31.875901'),
('ed99a90b73c40ee90cec48be10b31eaeac2e89dbcaa248d20a1f430f813a08c5', '352173f0c561738fae0a3340a4341d999da1dd8ad1f866fd78e5a945ea2b4c5f', 'pair', '10', 'linear', 'judged', 'rank', 'doc_id_desc', 'float64', null, 'zero', 'unjudged', 'zero', 'zero', 'warn', 'error', 'error', 'as_is', 'keep', 'any', cast('0.0' as double), 5, '3e9bf45fa77fa2590791e2ed519fa1db728d2e1876eb5078c4a62e922f18d1ce', '98a3e2612e840569d3a4afcc8436319bd094b3f8927b19b69e17601e4be871f0', 'c0476093c1e91dc91f2b56008167452f0fd65593eeebf202da961c46a3912ad4', 'scored', null, '0.1.0', '2.0.1', '2026-11-30 22:19:31.886115'),
('84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'tag', '10', 'linear', 'judged', 'score', 'doc_id_desc', 'float64', null, 'zero', 'error', 'zero', 'zero', 'warn', 'error', 'error', 'as_is', 'keep', '0:3', cast('0.0' as double), 1, '703063cdd155ba092719bd0e893d585b4d62b8518ffcbc2c76c3aed9cac4e34c', '8fe9b4a4e389e41ddd234c4a1093173cb40fc3525a794416b52b40174bd30e29', null, 'scored', null, '0.1.0', '2.0.1', '2026-11-30 22:19:33.457552'),
('654eb9bf2f856dd3ead7edfa1cccf3fbfb860850ab592998dfd8c99d8e224f5e', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'json', '10', 'linear', 'judged', 'score', 'doc_id_desc', 'float64', null, 'zero', 'error', 'zero', 'zero', 'warn', 'error', 'error', 'as_is', 'keep', '0:3', cast('0.0' as double), 1, '703063cdd155ba092719bd0e893d585b4d62b8518ffcbc2c76c3aed9cac4e34c', '0880b236d4a4d1dbadadd8b59db0a142091dbdd8c1102fab5b081b7f0db9321a', null, 'refused', 'unreadable-file: broken.json: no line with data; wanted {query_id: {doc_id: score}}', '0.1.0', '2.0.1', '2026-11-30 22:19:35.246117'),
('9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '1a76b5078bbc0dc7f71b198378af3d57084440607eec1437db2548ef605d47bf', 'chunks', '10', 'linear', 'judged', 'score', 'doc_id_desc', 'float64', null, 'zero', 'error', 'zero', 'zero', 'warn', 'keep_best', 'error', 'map=sha256:ff7a1712b01da908cc514c4874120c35ddf8bfbbe66a365cfd8c8add78e844de', 'keep', '0:3', cast('0.0' as double), 1, '703063cdd155ba092719bd0e893d585b4d62b8518ffcbc2c76c3aed9cac4e34c', '718616ed527a420a4a25a8c451b678499f6c4b70938c03d2aced64180b9d7820', null, 'scored', null, '0.1.0', '2.0.1', '2026-11-30 22:19:37.580341'),
('829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'api', '10', 'linear', 'judged', 'score', 'doc_id_desc', 'float64', null, 'zero', 'error', 'zero', 'zero', 'warn', 'error', 'error', 'as_is', 'keep', '0:3', cast('0.0' as double), 1, '703063cdd155ba092719bd0e893d585b4d62b8518ffcbc2c76c3aed9cac4e34c', '086f25aa2a50cb57ad2c79cf51280d964f279b36a065ad23abb8a728f05fc662', null, 'scored', null, '0.1.0', '2.0.1', '2026-11-30 22:19:43.099627');

insert into finding_totals (source_id, run_id, evaluation_id, contract_id, rule_id, severity, places, message, stage, k) values
(1, null, 'f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 1, 'query ''q2'': no judgment has a positive gain, out of 1', 'validate', null),
(1, null, '076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 1, 'query ''q2'': no judgment has a positive gain, out of 1', 'validate', null),
(1, null, '7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 1, 'query ''q2'': no judgment has a positive gain, out of 1', 'validate', null),
(1, null, 'ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 1, 'query ''q2'': no judgment has a positive gain, out of 1', 'validate', null),
(2, 'tag', 'f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 3, 'query ''q1'': a list of 3, shorter than the deepest cutoff, 10 (and 2 more)', 'validate', null),
(3, 'one', '076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 1, 'query ''q1'': a list of 2, shorter than the deepest cutoff, 10', 'validate', null),
(3, 'one', '076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 2, 'query ''q2'': the run has no line for it (and 1 more)', 'validate', null),
(3, 'other', '7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 1, 'query ''q1'': a list of 2, shorter than the deepest cutoff, 10', 'validate', null),
(3, 'other', '7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'unknown-query', 'warning', 1, 'query ''q9'': a query without any judgment, with 2 in its list', 'validate', null),
(3, 'other', '7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 2, 'query ''q2'': the run has no line for it (and 1 more)', 'validate', null),
(4, 'bad', 'ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'score-finite', 'error', 1, 'the score in ''q1 Q0 a 1 nan bad'' is not a finite number', 'validate', null),
(4, 'bad', 'ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 1, 'query ''q1'': a list of 1, shorter than the deepest cutoff, 10', 'validate', null),
(4, 'bad', 'ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 2, 'query ''q2'': the run has no line for it (and 1 more)', 'validate', null),
(6, 'résumé', '7d756ebe45dca75578a777448f985fe7ec43a4702d1ccc3a2dc288eb4e0b3fbd', '352173f0c561738fae0a3340a4341d999da1dd8ad1f866fd78e5a945ea2b4c5f', 'short-list', 'warning', 2, 'query ''q1'': a list of 3, shorter than the deepest cutoff, 10 (and 1 more)', 'validate', null),
(6, 'résumé', '7d756ebe45dca75578a777448f985fe7ec43a4702d1ccc3a2dc288eb4e0b3fbd', '352173f0c561738fae0a3340a4341d999da1dd8ad1f866fd78e5a945ea2b4c5f', 'unknown-query', 'warning', 1, 'query ''q2'': a query without any judgment, with 1 in its list', 'validate', null),
(7, 'pair', 'ed99a90b73c40ee90cec48be10b31eaeac2e89dbcaa248d20a1f430f813a08c5', '352173f0c561738fae0a3340a4341d999da1dd8ad1f866fd78e5a945ea2b4c5f', 'short-list', 'warning', 2, 'query ''q1'': a list of 2, shorter than the deepest cutoff, 10 (and 1 more)', 'validate', null),
(1, null, '84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 1, 'query ''q2'': no judgment has a positive gain, out of 1', 'validate', null),
(9, 'tag', '84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 1, 'query ''q1'': a list of 2, shorter than the deepest cutoff, 10', 'validate', null),
(9, 'tag', '84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 2, 'query ''q2'': the run has no line for it (and 1 more)', 'validate', null),
(1, null, '654eb9bf2f856dd3ead7edfa1cccf3fbfb860850ab592998dfd8c99d8e224f5e', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 1, 'query ''q2'': no judgment has a positive gain, out of 1', 'validate', null),
(10, 'json', '654eb9bf2f856dd3ead7edfa1cccf3fbfb860850ab592998dfd8c99d8e224f5e', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'unreadable-file', 'error', 1, 'broken.json: no line with data; wanted {query_id: {doc_id: score}}', 'validate', null),
(1, null, '9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '1a76b5078bbc0dc7f71b198378af3d57084440607eec1437db2548ef605d47bf', 'zero-idcg-query', 'warning', 1, 'query ''q2'': no judgment has a positive gain, out of 1', 'validate', null),
(11, 'chunks', '9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '1a76b5078bbc0dc7f71b198378af3d57084440607eec1437db2548ef605d47bf', 'duplicate-document', 'warning', 2, '2 lines fell together by doc_ids, the first ''a#1'' as ''a'' of query ''q1''', 'validate', null),
(11, 'chunks', '9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '1a76b5078bbc0dc7f71b198378af3d57084440607eec1437db2548ef605d47bf', 'short-list', 'warning', 1, 'query ''q1'': a list of 1, shorter than the deepest cutoff, 10', 'validate', null),
(11, 'chunks', '9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '1a76b5078bbc0dc7f71b198378af3d57084440607eec1437db2548ef605d47bf', 'missing-query', 'warning', 2, 'query ''q2'': the run has no line for it (and 1 more)', 'validate', null),
(1, null, '829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 1, 'query ''q2'': no judgment has a positive gain, out of 1', 'validate', null),
(13, 'api', '829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 2, 'query ''q1'': a list of 2, shorter than the deepest cutoff, 10 (and 1 more)', 'validate', null),
(13, 'api', '829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 1, 'query ''q3'': the run has no line for it', 'validate', null);

insert into findings (source_id, run_id, evaluation_id, contract_id, rule_id, severity, query_id, doc_id, value, line_number, message, stage, k) values
(1, null, 'f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 'q2', null, '1', null, 'no judgment has a positive gain, out of 1', 'validate', null),
(1, null, '076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 'q2', null, '1', null, 'no judgment has a positive gain, out of 1', 'validate', null),
(1, null, '7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 'q2', null, '1', null, 'no judgment has a positive gain, out of 1', 'validate', null),
(1, null, 'ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 'q2', null, '1', null, 'no judgment has a positive gain, out of 1', 'validate', null),
(2, 'tag', 'f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 'q1', null, '3', 1, 'a list of 3, shorter than the deepest cutoff, 10', 'validate', null),
(2, 'tag', 'f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 'q2', null, '1', 5, 'a list of 1, shorter than the deepest cutoff, 10', 'validate', null),
(2, 'tag', 'f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 'q3', null, '1', 6, 'a list of 1, shorter than the deepest cutoff, 10', 'validate', null),
(3, 'one', '076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 'q1', null, '2', 1, 'a list of 2, shorter than the deepest cutoff, 10', 'validate', null),
(3, 'one', '076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 'q2', null, null, null, 'the run has no line for it', 'validate', null),
(3, 'one', '076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 'q3', null, null, null, 'the run has no line for it', 'validate', null),
(3, 'other', '7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 'q1', null, '2', 3, 'a list of 2, shorter than the deepest cutoff, 10', 'validate', null),
(3, 'other', '7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'unknown-query', 'warning', 'q9', null, '2', 5, 'a query without any judgment, with 2 in its list', 'validate', null),
(3, 'other', '7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 'q2', null, null, null, 'the run has no line for it', 'validate', null),
(3, 'other', '7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 'q3', null, null, null, 'the run has no line for it', 'validate', null),
(4, 'bad', 'ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'score-finite', 'error', null, null, 'q1 Q0 a 1 nan bad', 1, 'the score in ''q1 Q0 a 1 nan bad'' is not a finite number', 'validate', null),
(4, 'bad', 'ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 'q1', null, '1', 2, 'a list of 1, shorter than the deepest cutoff, 10', 'validate', null),
(4, 'bad', 'ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 'q2', null, null, null, 'the run has no line for it', 'validate', null),
(4, 'bad', 'ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 'q3', null, null, null, 'the run has no line for it', 'validate', null),
(6, 'résumé', '7d756ebe45dca75578a777448f985fe7ec43a4702d1ccc3a2dc288eb4e0b3fbd', '352173f0c561738fae0a3340a4341d999da1dd8ad1f866fd78e5a945ea2b4c5f', 'short-list', 'warning', 'q1', null, '3', 1, 'a list of 3, shorter than the deepest cutoff, 10', 'validate', null),
(6, 'résumé', '7d756ebe45dca75578a777448f985fe7ec43a4702d1ccc3a2dc288eb4e0b3fbd', '352173f0c561738fae0a3340a4341d999da1dd8ad1f866fd78e5a945ea2b4c5f', 'short-list', 'warning', 'q3', null, '1', 6, 'a list of 1, shorter than the deepest cutoff, 10', 'validate', null),
(6, 'résumé', '7d756ebe45dca75578a777448f985fe7ec43a4702d1ccc3a2dc288eb4e0b3fbd', '352173f0c561738fae0a3340a4341d999da1dd8ad1f866fd78e5a945ea2b4c5f', 'unknown-query', 'warning', 'q2', null, '1', 5, 'a query without any judgment, with 1 in its list', 'validate', null),
(7, 'pair', 'ed99a90b73c40ee90cec48be10b31eaeac2e89dbcaa248d20a1f430f813a08c5', '352173f0c561738fae0a3340a4341d999da1dd8ad1f866fd78e5a945ea2b4c5f', 'short-list', 'warning', 'q1', null, '2', 1, 'a list of 2, shorter than the deepest cutoff, 10', 'validate', null),
(7, 'pair', 'ed99a90b73c40ee90cec48be10b31eaeac2e89dbcaa248d20a1f430f813a08c5', '352173f0c561738fae0a3340a4341d999da1dd8ad1f866fd78e5a945ea2b4c5f', 'short-list', 'warning', 'q3', null, '1', 3, 'a list of 1, shorter than the deepest cutoff, 10', 'validate', null),
(1, null, '84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 'q2', null, '1', null, 'no judgment has a positive gain, out of 1', 'validate', null),
(9, 'tag', '84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 'q1', null, '2', 1, 'a list of 2, shorter than the deepest cutoff, 10', 'validate', null),
(9, 'tag', '84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 'q2', null, null, null, 'the run has no line for it', 'validate', null),
(9, 'tag', '84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 'q3', null, null, null, 'the run has no line for it', 'validate', null),
(1, null, '654eb9bf2f856dd3ead7edfa1cccf3fbfb860850ab592998dfd8c99d8e224f5e', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 'q2', null, '1', null, 'no judgment has a positive gain, out of 1', 'validate', null),
(10, 'json', '654eb9bf2f856dd3ead7edfa1cccf3fbfb860850ab592998dfd8c99d8e224f5e', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'unreadable-file', 'error', null, null, 'no line with data; wanted {query_id: {doc_id: score}}', null, 'no line with data; wanted {query_id: {doc_id: score}}', 'validate', null),
(1, null, '9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '1a76b5078bbc0dc7f71b198378af3d57084440607eec1437db2548ef605d47bf', 'zero-idcg-query', 'warning', 'q2', null, '1', null, 'no judgment has a positive gain, out of 1', 'validate', null),
(11, 'chunks', '9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '1a76b5078bbc0dc7f71b198378af3d57084440607eec1437db2548ef605d47bf', 'duplicate-document', 'warning', 'q1', 'a', 'a#1', 1, 'document ''a'' is in the list more than once', 'validate', null),
(11, 'chunks', '9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '1a76b5078bbc0dc7f71b198378af3d57084440607eec1437db2548ef605d47bf', 'duplicate-document', 'warning', 'q1', 'a', 'a#2', 1, 'document ''a'' is in the list more than once', 'validate', null),
(11, 'chunks', '9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '1a76b5078bbc0dc7f71b198378af3d57084440607eec1437db2548ef605d47bf', 'short-list', 'warning', 'q1', null, '1', 1, 'a list of 1, shorter than the deepest cutoff, 10', 'validate', null),
(11, 'chunks', '9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '1a76b5078bbc0dc7f71b198378af3d57084440607eec1437db2548ef605d47bf', 'missing-query', 'warning', 'q2', null, null, null, 'the run has no line for it', 'validate', null),
(11, 'chunks', '9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', '1a76b5078bbc0dc7f71b198378af3d57084440607eec1437db2548ef605d47bf', 'missing-query', 'warning', 'q3', null, null, null, 'the run has no line for it', 'validate', null),
(1, null, '829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'zero-idcg-query', 'warning', 'q2', null, '1', null, 'no judgment has a positive gain, out of 1', 'validate', null),
(13, 'api', '829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 'q1', null, '2', 1, 'a list of 2, shorter than the deepest cutoff, 10', 'validate', null),
(13, 'api', '829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'short-list', 'warning', 'q2', null, '0', null, 'a list of 0, shorter than the deepest cutoff, 10', 'validate', null),
(13, 'api', '829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', '77df9ee851bc1ee4eda2d36fcd32a663233238dd5092374e4a90d722bb754888', 'missing-query', 'warning', 'q3', null, null, null, 'the run has no line for it', 'validate', null);

insert into jobs (job_id, label, command, evaluations, exit_code, started_at, finished_at) values
(1, 'build 7', 'judged run qrels.txt run.txt two.txt bad.txt -k 2,10 --unjudged zero --label ''build 7''', ['f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', '076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', '7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', 'ec9552814009010db1365c545d28aa451f687f307c2ea794d866653e6c11d315'], 1, '2026-11-30 22:19:28.009570', '2026-11-30 22:19:30.137857'),
(2, null, 'judged run gold.tsv ''résumé=run.txt'' pair=ms.txt -k 10 --preset trec_eval --order rank --queries topics.csv', ['7d756ebe45dca75578a777448f985fe7ec43a4702d1ccc3a2dc288eb4e0b3fbd', 'ed99a90b73c40ee90cec48be10b31eaeac2e89dbcaa248d20a1f430f813a08c5'], 0, '2026-11-30 22:19:30.798033', '2026-11-30 22:19:32.312074'),
(3, null, 'judged run qrels.txt run.txt -k 10 --unjudged zero', ['84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b'], 0, '2026-11-30 22:19:32.773896', '2026-11-30 22:19:33.936023'),
(4, null, 'judged run qrels.txt json=broken.json -k 10 --unjudged zero', ['654eb9bf2f856dd3ead7edfa1cccf3fbfb860850ab592998dfd8c99d8e224f5e'], 1, '2026-11-30 22:19:34.680745', '2026-11-30 22:19:35.709705'),
(5, null, 'judged run qrels.txt chunks=chunks.jsonl -k 10 --unjudged zero --doc-ids map=chunks.tsv --run-duplicates keep_best', ['9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e'], 0, '2026-11-30 22:19:36.386708', '2026-11-30 22:19:37.782599'),
(6, null, 'judged.evaluate(''qrels.txt'', {''api'': <dict>}, <Contract 77df9ee851bc>)', ['829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332'], 0, '2026-11-30 22:19:38.132754', '2026-11-30 22:19:43.159138');

insert into mapped_lists (evaluation_id, run_id, query_id, lines, documents, most_lines) values
('9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', 'chunks', 'q1', 2, 1, 2);

insert into qrel_lines (source_id, query_id, doc_id, grade, iteration, grade_text) values
(1, 'q1', 'a', 3, '0', null),
(1, 'q1', 'b', 2, '0', null),
(1, 'q1', 'c', 1, '0', null),
(1, 'q2', 'y', 0, '0', null),
(1, 'q3', 'z', 2, '0', null),
(5, 'q1', 'a', 2, null, null),
(5, 'q1', 'b', 0, null, null),
(5, 'q3', 'z', 1, null, null);

insert into queries (source_id, query_id, title) values
(8, 'q1', 'first'),
(8, 'q3', 'third');

insert into query_scores (evaluation_id, run_id, query_id, k, measure, dcg, idcg, ndcg, ceiling, zero_idcg, missing, counted, retrieved, judged, unjudged, judgments, relevant) values
('076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', 'one', 'q1', 2, 'nDCG@2', cast('3.0' as double), cast('4.26185950714292' as double), cast('0.7039180890341339' as double), cast('0.7039180890341339' as double), false, false, true, 2, 1, 1, 3, 3),
('076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', 'one', 'q1', 10, 'nDCG@10', cast('3.0' as double), cast('4.76185950714292' as double), cast('0.6300059872618916' as double), cast('0.6300059872618916' as double), false, false, true, 2, 1, 1, 3, 3),
('076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', 'one', 'q2', 2, 'nDCG@2', cast('0.0' as double), cast('0.0' as double), cast('0.0' as double), null, true, true, true, 0, 0, 0, 1, 0),
('076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', 'one', 'q2', 10, 'nDCG@10', cast('0.0' as double), cast('0.0' as double), cast('0.0' as double), null, true, true, true, 0, 0, 0, 1, 0),
('076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', 'one', 'q3', 2, 'nDCG@2', cast('0.0' as double), cast('2.0' as double), cast('0.0' as double), cast('0.0' as double), false, true, true, 0, 0, 0, 1, 1),
('076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', 'one', 'q3', 10, 'nDCG@10', cast('0.0' as double), cast('2.0' as double), cast('0.0' as double), cast('0.0' as double), false, true, true, 0, 0, 0, 1, 1),
('7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', 'other', 'q1', 2, 'nDCG@2', cast('2.26185950714292' as double), cast('4.26185950714292' as double), cast('0.5307212739772441' as double), cast('0.6173196815056889' as double), false, false, true, 2, 2, 0, 3, 3),
('7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', 'other', 'q1', 10, 'nDCG@10', cast('2.26185950714292' as double), cast('4.76185950714292' as double), cast('0.4749950106150903' as double), cast('0.552500498938491' as double), false, false, true, 2, 2, 0, 3, 3),
('7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', 'other', 'q2', 2, 'nDCG@2', cast('0.0' as double), cast('0.0' as double), cast('0.0' as double), null, true, true, true, 0, 0, 0, 1, 0),
('7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', 'other', 'q2', 10, 'nDCG@10', cast('0.0' as double), cast('0.0' as double), cast('0.0' as double), null, true, true, true, 0, 0, 0, 1, 0),
('7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', 'other', 'q3', 2, 'nDCG@2', cast('0.0' as double), cast('2.0' as double), cast('0.0' as double), cast('0.0' as double), false, true, true, 0, 0, 0, 1, 1),
('7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', 'other', 'q3', 10, 'nDCG@10', cast('0.0' as double), cast('2.0' as double), cast('0.0' as double), cast('0.0' as double), false, true, true, 0, 0, 0, 1, 1),
('f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', 'tag', 'q1', 2, 'nDCG@2', cast('3.89278926071438' as double), cast('4.26185950714292' as double), cast('0.9134015924715551' as double), cast('1.0' as double), false, false, true, 2, 2, 0, 3, 3),
('f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', 'tag', 'q1', 10, 'nDCG@10', cast('4.39278926071438' as double), cast('4.76185950714292' as double), cast('0.9224945116765993' as double), cast('1.0' as double), false, false, true, 3, 3, 0, 3, 3),
('f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', 'tag', 'q2', 2, 'nDCG@2', cast('0.0' as double), cast('0.0' as double), cast('0.0' as double), null, true, false, true, 1, 1, 0, 1, 0),
('f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', 'tag', 'q2', 10, 'nDCG@10', cast('0.0' as double), cast('0.0' as double), cast('0.0' as double), null, true, false, true, 1, 1, 0, 1, 0),
('f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', 'tag', 'q3', 2, 'nDCG@2', cast('2.0' as double), cast('2.0' as double), cast('1.0' as double), cast('1.0' as double), false, false, true, 1, 1, 0, 1, 1),
('f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', 'tag', 'q3', 10, 'nDCG@10', cast('2.0' as double), cast('2.0' as double), cast('1.0' as double), cast('1.0' as double), false, false, true, 1, 1, 0, 1, 1),
('7d756ebe45dca75578a777448f985fe7ec43a4702d1ccc3a2dc288eb4e0b3fbd', 'résumé', 'q1', 10, 'nDCG@10[order:rank]', cast('1.26185950714292' as double), cast('2.0' as double), cast('0.63092975357146' as double), cast('1.0' as double), false, false, true, 3, 2, 1, 2, 1),
('7d756ebe45dca75578a777448f985fe7ec43a4702d1ccc3a2dc288eb4e0b3fbd', 'résumé', 'q3', 10, 'nDCG@10[order:rank]', cast('1.0' as double), cast('1.0' as double), cast('1.0' as double), cast('1.0' as double), false, false, true, 1, 1, 0, 1, 1),
('ed99a90b73c40ee90cec48be10b31eaeac2e89dbcaa248d20a1f430f813a08c5', 'pair', 'q1', 10, 'nDCG@10[order:rank]', cast('1.26185950714292' as double), cast('2.0' as double), cast('0.63092975357146' as double), cast('1.0' as double), false, false, true, 2, 2, 0, 2, 1),
('ed99a90b73c40ee90cec48be10b31eaeac2e89dbcaa248d20a1f430f813a08c5', 'pair', 'q3', 10, 'nDCG@10[order:rank]', cast('1.0' as double), cast('1.0' as double), cast('1.0' as double), cast('1.0' as double), false, false, true, 1, 1, 0, 1, 1),
('84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', 'tag', 'q1', 10, 'nDCG@10', cast('4.26185950714292' as double), cast('4.76185950714292' as double), cast('0.8949990021230181' as double), cast('0.8949990021230181' as double), false, false, true, 2, 2, 0, 3, 3),
('84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', 'tag', 'q2', 10, 'nDCG@10', cast('0.0' as double), cast('0.0' as double), cast('0.0' as double), null, true, true, true, 0, 0, 0, 1, 0),
('84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', 'tag', 'q3', 10, 'nDCG@10', cast('0.0' as double), cast('2.0' as double), cast('0.0' as double), cast('0.0' as double), false, true, true, 0, 0, 0, 1, 1),
('9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', 'chunks', 'q1', 10, 'nDCG@10[doc_ids]', cast('3.0' as double), cast('4.76185950714292' as double), cast('0.6300059872618916' as double), cast('0.6300059872618916' as double), false, false, true, 1, 1, 0, 3, 3),
('9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', 'chunks', 'q2', 10, 'nDCG@10[doc_ids]', cast('0.0' as double), cast('0.0' as double), cast('0.0' as double), null, true, true, true, 0, 0, 0, 1, 0),
('9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', 'chunks', 'q3', 10, 'nDCG@10[doc_ids]', cast('0.0' as double), cast('2.0' as double), cast('0.0' as double), cast('0.0' as double), false, true, true, 0, 0, 0, 1, 1),
('829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', 'api', 'q1', 10, 'nDCG@10', cast('4.26185950714292' as double), cast('4.76185950714292' as double), cast('0.8949990021230181' as double), cast('0.8949990021230181' as double), false, false, true, 2, 2, 0, 3, 3),
('829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', 'api', 'q2', 10, 'nDCG@10', cast('0.0' as double), cast('0.0' as double), cast('0.0' as double), null, true, false, true, 0, 0, 0, 1, 0),
('829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', 'api', 'q3', 10, 'nDCG@10', cast('0.0' as double), cast('2.0' as double), cast('0.0' as double), cast('0.0' as double), false, true, true, 0, 0, 0, 1, 1);

insert into rejected_lines (source_id, line_number, reason, line) values
(4, 1, 'score-finite', 'q1 Q0 a 1 nan bad');

insert into row_lines (source_id, line_number, rows) values
(11, 1, 2);

insert into run_lines (part_id, query_id, doc_id, file_rank, score) values
(1, 'q1', 'b', 1, cast('9.5' as double)),
(1, 'q1', 'a', 2, cast('8.5' as double)),
(1, 'q1', 'c', 3, cast('7.5' as double)),
(1, 'q2', 'y', 1, cast('3.0' as double)),
(1, 'q3', 'z', 1, cast('3.0' as double)),
(2, 'q1', 'a', 1, cast('2.5' as double)),
(2, 'q1', 'u', 2, cast('1.5' as double)),
(3, 'q1', 'c', 1, cast('2.5' as double)),
(3, 'q1', 'b', 2, cast('1.5' as double)),
(3, 'q9', 'c', 1, cast('1.5' as double)),
(3, 'q9', 'd', 2, cast('1.0' as double)),
(4, 'q1', 'b', 2, cast('1.0' as double)),
(5, 'q1', 'b', 1, cast('9.5' as double)),
(5, 'q1', 'a', 2, cast('8.5' as double)),
(5, 'q1', 'c', 3, cast('7.5' as double)),
(5, 'q2', 'y', 1, cast('3.0' as double)),
(5, 'q3', 'z', 1, cast('3.0' as double)),
(6, 'q1', 'b', 1, null),
(6, 'q1', 'a', 2, null),
(6, 'q3', 'z', 1, null),
(7, 'q1', 'a', 1, cast('9.5' as double)),
(7, 'q1', 'b', 2, cast('8.5' as double)),
(8, 'q1', 'a#1', null, cast('2.0' as double)),
(8, 'q1', 'a#2', null, cast('1.0' as double)),
(9, 'q1', 'a', null, cast('2.0' as double)),
(9, 'q1', 'b', null, cast('1.0' as double));

insert into run_parts (part_id, source_id, run_id) values
(1, 2, 'tag'),
(2, 3, 'one'),
(3, 3, 'other'),
(4, 4, 'bad'),
(5, 6, 'résumé'),
(6, 7, 'pair'),
(7, 9, 'tag'),
(8, 11, 'chunks'),
(9, 13, 'api');

insert into run_scores (evaluation_id, run_id, k, measure, queries, scored_queries, zero_idcg_queries, missing_queries, unknown_queries, macro_ndcg, macro_ndcg_zero_idcg_as_zero, macro_ndcg_zero_idcg_excluded, pooled_ndcg, mean_ceiling, retrieved, unjudged, unjudged_rate, mean_unjudged_rate) values
('076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', 'one', 2, 'nDCG@2', 3, 3, 1, 2, 0, cast('0.23463936301137797' as double), cast('0.23463936301137797' as double), cast('0.35195904451706694' as double), cast('0.4790909148596981' as double), cast('0.35195904451706694' as double), 2, 1, cast('0.5' as double), cast('0.5' as double)),
('076a1e205b81c65692fb7f2a8861eabb3618cbfe89db0d92360df25a86bc0da6', 'one', 10, 'nDCG@10', 3, 3, 1, 2, 0, cast('0.21000199575396386' as double), cast('0.21000199575396386' as double), cast('0.3150029936309458' as double), cast('0.44366494110546617' as double), cast('0.3150029936309458' as double), 2, 1, cast('0.5' as double), cast('0.5' as double)),
('7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', 'other', 2, 'nDCG@2', 3, 3, 1, 2, 1, cast('0.17690709132574803' as double), cast('0.17690709132574803' as double), cast('0.26536063698862206' as double), cast('0.3612121135204025' as double), cast('0.30865984075284447' as double), 2, 0, cast('0.0' as double), cast('0.0' as double)),
('7aef8d5a1f6b968e179a777bf9f34f19e60995b132a1c677f63c5d43de255eb0', 'other', 10, 'nDCG@10', 3, 3, 1, 2, 1, cast('0.1583316702050301' as double), cast('0.1583316702050301' as double), cast('0.23749750530754515' as double), cast('0.33450258834180074' as double), cast('0.2762502494692455' as double), 2, 0, cast('0.0' as double), cast('0.0' as double)),
('f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', 'tag', 2, 'nDCG@2', 3, 3, 1, 0, 0, cast('0.6378005308238517' as double), cast('0.6378005308238517' as double), cast('0.9567007962357775' as double), cast('0.9410605993303522' as double), cast('1.0' as double), 4, 0, cast('0.0' as double), cast('0.0' as double)),
('f04eb363d43e9a9336bd79c49a01805f8243af579f202cb2c89e7bdb3ed8f062', 'tag', 10, 'nDCG@10', 3, 3, 1, 0, 0, cast('0.6408315038921998' as double), cast('0.6408315038921998' as double), cast('0.9612472558382996' as double), cast('0.9454188236181673' as double), cast('1.0' as double), 5, 0, cast('0.0' as double), cast('0.0' as double)),
('7d756ebe45dca75578a777448f985fe7ec43a4702d1ccc3a2dc288eb4e0b3fbd', 'résumé', 10, 'nDCG@10[order:rank]', 2, 2, 0, 0, 1, cast('0.81546487678573' as double), cast('0.81546487678573' as double), cast('0.81546487678573' as double), cast('0.75395316904764' as double), cast('1.0' as double), 4, 1, cast('0.25' as double), cast('0.16666666666666666' as double)),
('ed99a90b73c40ee90cec48be10b31eaeac2e89dbcaa248d20a1f430f813a08c5', 'pair', 10, 'nDCG@10[order:rank]', 2, 2, 0, 0, 0, cast('0.81546487678573' as double), cast('0.81546487678573' as double), cast('0.81546487678573' as double), cast('0.75395316904764' as double), cast('1.0' as double), 3, 0, cast('0.0' as double), cast('0.0' as double)),
('84bbcbbf62414ad721acaf2f548c78577e1d1dfdc3715949b05f883a62bd869b', 'tag', 10, 'nDCG@10', 3, 3, 1, 2, 0, cast('0.2983330007076727' as double), cast('0.2983330007076727' as double), cast('0.44749950106150904' as double), cast('0.6302792157454449' as double), cast('0.44749950106150904' as double), 2, 0, cast('0.0' as double), cast('0.0' as double)),
('9c453b3d8a9c355d182d2c2bca8210603b27de7818a8d6fe8c375abb1dd2b45e', 'chunks', 10, 'nDCG@10[doc_ids]', 3, 3, 1, 2, 0, cast('0.21000199575396386' as double), cast('0.21000199575396386' as double), cast('0.3150029936309458' as double), cast('0.44366494110546617' as double), cast('0.3150029936309458' as double), 1, 0, cast('0.0' as double), cast('0.0' as double)),
('829d5a7b25c922d7334e38197396f1a2e3e60bb2994afc2a559e3c4ff8ecb332', 'api', 10, 'nDCG@10', 3, 3, 1, 1, 0, cast('0.2983330007076727' as double), cast('0.2983330007076727' as double), cast('0.44749950106150904' as double), cast('0.6302792157454449' as double), cast('0.44749950106150904' as double), 2, 0, cast('0.0' as double), cast('0.0' as double));

insert into run_sources (run_id, run_sha256, source_id) values
('tag', '2fd5fac1fc89d3d2f23e864d7b0727bd05866df21b253bafdcd171151ef652c8', 2),
('one', 'b8eecfef489760e68690010dcba24af7c21a297fce0c6bd2c7d07ef18955b7c3', 3),
('other', 'b8eecfef489760e68690010dcba24af7c21a297fce0c6bd2c7d07ef18955b7c3', 3),
('bad', 'a99151ad68be1bf21c1b41487ff1939dae13fff1cce406d548f9b1ecadac9250', 4),
('résumé', 'c04a2e6adc6727e70aafd739a14254f34e74d49a55eebcda4cf771037de6eb6c', 6),
('pair', '98a3e2612e840569d3a4afcc8436319bd094b3f8927b19b69e17601e4be871f0', 7),
('tag', '8fe9b4a4e389e41ddd234c4a1093173cb40fc3525a794416b52b40174bd30e29', 9),
('json', '0880b236d4a4d1dbadadd8b59db0a142091dbdd8c1102fab5b081b7f0db9321a', 10),
('chunks', '718616ed527a420a4a25a8c451b678499f6c4b70938c03d2aced64180b9d7820', 11),
('api', '086f25aa2a50cb57ad2c79cf51280d964f279b36a065ad23abb8a728f05fc662', 13);

insert into skipped_lines (source_id, line_number, run_id) values
(1, 1, null),
(2, 3, null),
(4, 1, 'bad'),
(5, 1, null),
(6, 3, 'résumé');

insert into source_names (source_id, name) values
(2, 'run'),
(3, 'two'),
(4, 'bad'),
(5, 'gold'),
(6, 'résumé'),
(7, 'pair'),
(8, 'topics'),
(9, 'run'),
(10, 'json'),
(11, 'chunks'),
(12, 'chunks'),
(1, 'qrels'),
(13, 'api');

insert into source_options (source_id, run_name, columns) values
(1, null, null),
(2, null, null),
(3, null, null),
(4, null, null),
(5, null, null),
(6, 'résumé', null),
(7, 'pair', null),
(8, null, null),
(9, null, null),
(10, 'json', null),
(11, 'chunks', null),
(12, null, null),
(13, 'api', null);

insert into sources (source_id, kind, name, path, format, compression, bytes, sha256, rows, rejected, ingested_at) values
(1, 'qrels', 'qrels', 'qrels.txt', 'trec', 'none', 62, '703063cdd155ba092719bd0e893d585b4d62b8518ffcbc2c76c3aed9cac4e34c', 5, 0, '2026-11-30 22:19:28.116151'),
(2, 'run', 'run', 'run.txt', 'trec', 'none', 87, '2e816c45bd88c4450fe7316eb64e8441a07f58753b1c2d2ce6e0639e0a7b226a', 5, 0, '2026-11-30 22:19:28.354122'),
(3, 'run', 'two', 'two.txt', 'trec', 'none', 116, '3bd88f8e3744825a225375b2c6641bce621caa53b86bdebc6a8c72902dc1b7eb', 6, 0, '2026-11-30 22:19:28.455115'),
(4, 'run', 'bad', 'bad.txt', 'trec', 'none', 36, '9adb430daa12a7955b00c6b4eec60630fe2b869aad62ec3746f9900e01c7cea0', 1, 1, '2026-11-30 22:19:28.596561'),
(5, 'qrels', 'gold', 'gold.tsv', 'beir', 'none', 46, '3e9bf45fa77fa2590791e2ed519fa1db728d2e1876eb5078c4a62e922f18d1ce', 3, 0, '2026-11-30 22:19:30.899141'),
(6, 'run', 'résumé', 'run.txt', 'trec', 'none', 87, '2e816c45bd88c4450fe7316eb64e8441a07f58753b1c2d2ce6e0639e0a7b226a', 5, 0, '2026-11-30 22:19:31.014099'),
(7, 'run', 'pair', 'ms.txt', 'msmarco', 'none', 21, '9555af5c3f6623816d216544c43eaf05fa5d67b140fb8d710416380f36a3097c', 3, 0, '2026-11-30 22:19:31.057969'),
(8, 'queries', 'topics', 'topics.csv', 'queries', 'none', 28, 'c0476093c1e91dc91f2b56008167452f0fd65593eeebf202da961c46a3912ad4', 2, 0, '2026-11-30 22:19:31.089687'),
(9, 'run', 'run', 'run.txt', 'trec', 'none', 36, '53cc1e958f8a19c62c78289ee9a041c030900c51c2856d3b1adcdc5dfc358997', 2, 0, '2026-11-30 22:19:32.916601'),
(10, 'run', 'json', 'broken.json', 'unreadable', 'none', 3, 'ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356', 0, 0, '2026-11-30 22:19:34.828873'),
(11, 'run', 'chunks', 'chunks.jsonl', 'jsonl-queries', 'none', 80, '69ff267663c615551a66d77619dc1538a98f90e7a67786728031259427cb7bcf', 2, 0, '2026-11-30 22:19:36.588988'),
(12, 'doc_ids', 'chunks', 'chunks.tsv', 'doc_ids', 'none', 12, 'ff7a1712b01da908cc514c4874120c35ddf8bfbbe66a365cfd8c8add78e844de', 2, 0, '2026-11-30 22:19:36.755001'),
(13, 'run', 'api', 'api', 'frame', 'none', 1655, '4c371252504171dfcb6d30efdad7d88a2fe8c1d42f816790ca4ca5b5752ecc97', 2, 0, '2026-11-30 22:19:38.913920');

insert into store_version (schema_version, judged_version) values
(5, '0.1.0');

insert into unreadable_files (source_id, path, waiting_at, is_mended, line_number, reason) values
(10, 'broken.json', null, false, null, 'no line with data; wanted {query_id: {doc_id: score}}');
