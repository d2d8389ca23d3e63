-- plain_qrels: query_id iteration doc_id grade, read at once from a file that looks regular.
-- params:  $path, $separator (text: what is between columns)
-- reads:   the file
-- returns: query_id, doc_id, grade, iteration, grade_text
-- grain:   one row per line of four columns, in order; query_id is empty where a line needs a
--          closer look, and lines of more or fewer columns are in reject_errors
-- source:  typed_qrels, which says what a grade is; a test holds this to it
with fields as (
    select
        *,
        try_cast(grade_text as bigint) as grade
    from
        read_csv(
            $path,
            columns = {
                'query_id': 'varchar',
                'iteration': 'varchar',
                'doc_id': 'varchar',
                'grade_text': 'varchar'
            },
            auto_detect = false,
            header = false,
            delim = $separator,
            quote = '',
            escape = '',
            store_rejects = true,
            hive_partitioning = false,
            compression = 'none'
        )
)

select
    case
        when
            query_id is null
            or starts_with(query_id, '#')
            or iteration is null
            or doc_id is null
            or grade is null
            or cast(grade as varchar) <> grade_text
            then ''
        else query_id
    end as query_id,
    coalesce(doc_id, '') as doc_id,
    coalesce(grade, 0) as grade,
    iteration,
    cast(null as varchar) as grade_text
from fields
