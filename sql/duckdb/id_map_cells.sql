-- id_map_cells: the lines of a map of ids that are not blank, taken apart.
-- params:  $separator (text: a tab, a comma, or a space for any blanks)
-- reads:   map_lines
-- returns: line_number, line, columns, file_doc_id, doc_id
-- grain:   one row per line_number
-- source:  the first two cells; a file is well laid out where every line has two
with split as (
    select
        rowid + 1 as line_number,
        line,
        case
            when $separator = ' '
                then list_filter(
                    string_split(replace(line, chr(9), ' '), ' '), lambda word: word <> ''
                )
            else list_transform(
                string_split(line, $separator), lambda cell: trim(cell, concat(' ', chr(9)))
            )
        end as cells
    from map_lines
    where trim(line, concat(' ', chr(9))) <> ''
)

select
    line_number,
    line,
    len(cells) as columns,
    cells[1] as file_doc_id,
    cells[2] as doc_id
from split
