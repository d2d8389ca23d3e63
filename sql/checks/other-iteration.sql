-- other-iteration: queries with judgments that do not count, for only one iteration does.
-- params:  none
-- reads:   qrel_lines, selected_qrels
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per query_id
-- source:  the contract: qrels_duplicates
select
    cast(null as varchar) as run_id,
    l.query_id,
    cast(null as varchar) as doc_id,
    concat(
        cast(sum(case when l.iteration = s.iteration then 0 else 1 end) as varchar),
        ' of ',
        cast(count(*) as varchar)
    ) as value,
    cast(null as bigint) as line_order
from qrel_lines as l
inner join selected_qrels as s on l.source_id = s.source_id
where s.iteration is not null
group by l.query_id
having sum(case when l.iteration = s.iteration then 0 else 1 end) > 0
