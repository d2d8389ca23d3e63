-- converted_judgments: judgments as the format that is written gives them back.
-- params:  $iterations (text: needed, kept or none), $is_keyed (boolean: a document stands once
--          among the judgments of a query)
-- reads:   judgments_to_convert
-- returns: query_id, doc_id, grade, iteration, place
-- grain:   one row per place, from 1 and in order
-- source:  TREC writes 0 where nobody told an iteration
select
    query_id,
    doc_id,
    grade,
    case $iterations
        when 'needed' then coalesce(iteration, '0')
        when 'kept' then iteration
    end as iteration,
    row_number() over (order by first_line, line_order) as place
from judgments_to_convert
where not $is_keyed or copy = 1
order by place
