-- ranked: the documents of each run in contract order, with what is known of each.
-- params:  $order_by, $score_precision, $ties, $self_matches, $unjudged (text), $depth (integer or
--          null), $keep_all (boolean), $deepest (integer: the last rank that is looked at)
-- reads:   selected_lines, judged_queries, repeated_documents, judgments, gains
-- returns: run_id, query_id, doc_id, sort_key, rank, is_judged, gain
-- grain:   one row per run_id, query_id and doc_id; without $keep_all only those that can matter
-- source:  the contract; trec_eval 9.0.8 and 10.0, form_res_rels.c (score, then doc_id, descending)
with entries as (
    select
        l.run_id,
        l.query_id,
        l.doc_id,
        l.line_order,
        -- Adding 0.0 makes one value of 0.0 and -0.0. Beyond the largest REAL a cast would raise.
        case
            when $order_by = 'rank' then -cast(l.file_rank as double)
            when $order_by = 'line' then -cast(l.line_order as double)
            when $score_precision = 'float64' then l.score + 0.0
            when l.score >= 3.4028235677973366e38 then cast('Infinity' as double)
            when l.score <= -3.4028235677973366e38 then cast('-Infinity' as double)
            else
                cast(
                    cast(
                        least(greatest(l.score, -3.4028234663852886e38), 3.4028234663852886e38)
                        as real
                    ) as double
                ) + 0.0
        end as sort_key
    from selected_lines as l
    inner join judged_queries as q on l.query_id = q.query_id
    where $self_matches = 'keep' or l.doc_id <> l.query_id
),

occurrences as (
    select
        e.line_order,
        row_number() over (
            partition by e.run_id, e.query_id, e.doc_id
            order by e.sort_key desc nulls last, e.line_order asc
        ) as occurrence
    from entries as e
    inner join repeated_documents as d
        on e.run_id = d.run_id and e.query_id = d.query_id and e.doc_id = d.doc_id
),

documents as (
    select
        e.run_id,
        e.query_id,
        e.doc_id,
        e.sort_key,
        e.line_order
    from entries as e
    where not exists (
        select 1 from occurrences as o
        where o.line_order = e.line_order and o.occurrence > 1
    )
),

ordered as (
    select
        run_id,
        query_id,
        doc_id,
        sort_key,
        row_number() over (
            partition by run_id, query_id
            order by
                sort_key desc nulls last,
                case when $ties = 'doc_id_asc' then doc_id end asc nulls last,
                case when $ties not in ('doc_id_asc', 'line') then doc_id end desc nulls last,
                line_order asc
        ) as rank
    from documents
)

select
    o.run_id,
    o.query_id,
    o.doc_id,
    o.sort_key,
    o.rank,
    j.doc_id is not null as is_judged,
    g.gain
from ordered as o
left join judgments as j on o.query_id = j.query_id and o.doc_id = j.doc_id
left join gains as g on j.grade = g.grade
where
    ($depth is null or o.rank <= $depth)
    and (
        $keep_all
        or o.rank <= $deepest
        or g.gain > 0
        or ($unjudged = 'drop' and j.doc_id is not null)
    )
