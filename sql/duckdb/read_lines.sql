-- read_lines: the lines of a text file, a blank one as null.
-- params:  $path, $delimiter (text that occurs nowhere in the file), $longest_line (integer: bytes)
--          and $buffer_size (integer: bytes read at once, no fewer)
-- reads:   the file
-- returns: line
-- grain:   one row per line that is valid UTF-8 and not too long; the others are in reject_errors
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
        max_line_size = $longest_line,
        buffer_size = $buffer_size,
        store_rejects = true,
        hive_partitioning = false,
        compression = 'none'
    )
