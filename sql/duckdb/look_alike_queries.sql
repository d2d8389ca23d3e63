-- look_alike_queries: query ids that are another but for case, Unicode form or blanks at the ends.
-- params:  none
-- reads:   judged_queries, judgment_lines, run_queries
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id; run_id is null for judged queries that are alike
-- source:  ids are compared by their bytes; value is the other id
with judged as (
    select
        query_id,
        lower(nfc_normalize(regexp_replace(query_id, '^[\pZ\pC]+|[\pZ\pC]+$', '', 'g'))) as form
    from judged_queries
),

unknown as (
    select
        run_id,
        query_id,
        lower(nfc_normalize(regexp_replace(query_id, '^[\pZ\pC]+|[\pZ\pC]+$', '', 'g'))) as form,
        first_line
    from run_queries
    where query_id not in (select j.query_id from judged_queries as j)
),

known as (
    select
        r.run_id,
        j.query_id,
        j.form
    from judged as j
    cross join (select distinct u.run_id from unknown as u) as r
    union all
    select
        run_id,
        query_id,
        form
    from unknown
)

select
    cast(null as varchar) as run_id,
    a.query_id,
    cast(null as varchar) as doc_id,
    min(b.query_id) as value,
    (
        select min(l.line_order)
        from judgment_lines as l
        where l.query_id = a.query_id
    ) as line_order
from judged as a
inner join judged as b on a.form = b.form and a.query_id <> b.query_id
group by a.query_id
union all
select
    u.run_id,
    u.query_id,
    cast(null as varchar) as doc_id,
    min(k.query_id) as value,
    min(u.first_line) as line_order
from unknown as u
inner join known as k
    on u.run_id = k.run_id and u.form = k.form and u.query_id <> k.query_id
group by u.run_id, u.query_id
