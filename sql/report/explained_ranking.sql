-- explained_ranking: the documents of one query in the order that is scored.
-- params:  $query_id (text), $k (integer, 0 for whole lists), $scale (double: units in one gain)
-- reads:   kept, judgments, discounts
-- returns: rank, doc_id, grade, gain, discount, contribution, sort_key, tied
-- grain:   one row per document of the top k
-- source:  the contract; a tie is as large as in the whole list
with sized as (
    select
        l.rank,
        l.doc_id,
        l.sort_key,
        coalesce(l.gain, 0) as gain,
        count(*) over (partition by l.sort_key) as tied
    from kept as l
    where l.query_id = $query_id
)

select
    s.rank,
    s.doc_id,
    j.grade,
    cast(s.gain as double) / $scale * 1e14 as gain,
    cast(d.weight as double) / 1e14 as discount,
    cast(cast(s.gain as decimal(38, 0)) * d.weight as double) / $scale as contribution,
    s.sort_key,
    s.tied
from sized as s
inner join discounts as d on s.rank = d.rank
left join judgments as j on j.query_id = $query_id and s.doc_id = j.doc_id
where $k = 0 or s.rank <= $k
order by s.rank asc
