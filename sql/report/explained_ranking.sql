-- explained_ranking: the documents of one query in the order that is scored.
-- params:  $query_id (text), $k (integer, 0 for whole lists), $scale (double: units in one gain),
--          $discount_scale (double: units in a discount of 1), $is_averaged (boolean: is the score
--          the mean over all orders of tied documents?)
-- reads:   kept, judgments, discounts
-- returns: rank, doc_id, grade, gain, discount, contribution, sort_key, tied
-- grain:   one row per document of the top k; averaged, of every tie that begins there
-- source:  the contract; averaged, a document's discount is the mean over the ranks of its tie
with sized as (
    select
        l.rank,
        l.doc_id,
        l.sort_key,
        coalesce(l.gain, 0) as gain,
        count(*) over (partition by l.sort_key) as tied,
        min(l.rank) over (partition by l.sort_key) as first_rank,
        max(l.rank) over (partition by l.sort_key) as last_rank
    from kept as l
    where l.query_id = $query_id
),

discounted as (
    select
        s.rank,
        s.doc_id,
        s.sort_key,
        s.gain,
        s.tied,
        case
            when not $is_averaged then cast(d.weight as double)
            else cast(below.weights - above.weights as double) / cast(s.tied as double)
        end as weight
    from sized as s
    left join discounts as d on s.rank = d.rank
    left join discounts as above on s.first_rank - 1 = above.rank
    left join discounts as below
        on case when $k = 0 then s.last_rank else least(s.last_rank, $k) end = below.rank
    where $k = 0 or s.rank <= $k or ($is_averaged and s.first_rank <= $k)
)

select
    d.rank,
    d.doc_id,
    j.grade,
    cast(d.gain as double) / ($scale / $discount_scale) as gain,
    d.weight / $discount_scale as discount,
    cast(d.gain as double) * d.weight / $scale as contribution,
    d.sort_key,
    d.tied
from discounted as d
left join judgments as j on j.query_id = $query_id and d.doc_id = j.doc_id
order by d.rank asc
