-- queries_of_bad_lines: queries of which a run, or the judgments, have no line but bad ones.
-- params:  $rule_id (text), $run_id (text, or null for judgments)
-- reads:   bad_lines, judged_queries, run_queries, qrel_lines
-- returns: query_id
-- grain:   one row per query_id
-- source:  in a text format of columns the first one is the query, whatever follows it
with named as (
    select distinct
        case
            when format = 'trec-tab' then string_split(line, chr(9))[1]
            else regexp_extract(line, '^[ \t]*([^ \t]+)', 1)
        end as query_id
    from bad_lines
    where rule_id = $rule_id and format in ('trec', 'trec-tab', 'msmarco')
)

select n.query_id
from named as n
where
    n.query_id <> ''
    and case
        when $run_id is null
            then not exists (
                select 1
                from qrel_lines as q
                where
                    q.query_id = n.query_id
                    and q.source_id in (select b.source_id from bad_lines as b)
            )
        else
            exists (
                select 1
                from judged_queries as j
                where j.query_id = n.query_id
            )
            and not exists (
                select 1
                from run_queries as r
                where r.run_id = $run_id and r.query_id = n.query_id
            )
    end
order by n.query_id
