-- id_map_lines: the lines of a map of ids, a blank one as null.
-- params:  $path, $delimiter (text that occurs nowhere in the file)
-- reads:   the file
-- returns: line
-- grain:   one row per line; what is no UTF-8 raises
-- source:  DuckDB's read_csv
select line
from
    read_csv(
        $path,
        columns = { 'line': 'varchar' },
        auto_detect = false,
        header = false,
        delim = $delimiter,
        quote = '',
        escape = '',
        strict_mode = false,
        hive_partitioning = false,
        compression = 'none'
    )
