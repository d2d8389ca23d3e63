-- look_alike_documents: documents whose id is another of the query but for case, form or blanks.
-- params:  $run_ids (list of text: runs of which every document is looked at)
-- reads:   judgments, scored_judgments, scored_lines
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id, query_id and doc_id; run_id is null for judged documents
-- source:  ids, those that are scored, are compared by their bytes; form is Unicode's; value is the
--          other id; ASCII ids are looked at only of the runs that are named
with judged as (
    select
        query_id,
        doc_id,
        lower(nfc_normalize(regexp_replace(doc_id, '^[\pZ\pC]+|[\pZ\pC]+$', '', 'g'))) as form
    from judgments
),

unjudged as (
    select
        l.run_id,
        l.query_id,
        l.doc_id,
        lower(nfc_normalize(regexp_replace(l.doc_id, '^[\pZ\pC]+|[\pZ\pC]+$', '', 'g'))) as form,
        min(l.line_order) as line_order
    from scored_lines as l
    anti join judgments as j on l.query_id = j.query_id and l.doc_id = j.doc_id
    where array_contains($run_ids, l.run_id) or strlen(l.doc_id) <> length(l.doc_id)
    group by l.run_id, l.query_id, l.doc_id
),

alike as (
    select
        cast(null as varchar) as run_id,
        a.query_id,
        a.doc_id,
        b.doc_id as value,
        (
            select min(l.line_order)
            from scored_judgments as l
            where l.query_id = a.query_id and l.doc_id = a.doc_id
        ) as line_order
    from judged as a
    inner join judged as b on a.query_id = b.query_id and a.form = b.form and a.doc_id <> b.doc_id
    where strlen(a.doc_id) <> length(a.doc_id)
    union all
    select
        u.run_id,
        u.query_id,
        u.doc_id,
        j.doc_id as value,
        u.line_order
    from unjudged as u
    inner join judged as j on u.query_id = j.query_id and u.form = j.form
    union all
    select
        u.run_id,
        u.query_id,
        u.doc_id,
        o.doc_id as value,
        u.line_order
    from unjudged as u
    inner join unjudged as o
        on
            u.run_id = o.run_id
            and u.query_id = o.query_id
            and u.form = o.form
            and u.doc_id <> o.doc_id
    where strlen(u.doc_id) <> length(u.doc_id)
)

select
    run_id,
    query_id,
    doc_id,
    min(value) as value,
    min(line_order) as line_order
from alike
group by run_id, query_id, doc_id
