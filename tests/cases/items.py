"""Broken and odd inputs, and the tests that each is read rightly or refused with what to do."""

from __future__ import annotations

_ODD = "tests/cases/test_odd_inputs.py::"
_VALUES = "tests/cases/test_values.py::"
_TWICE = "tests/cases/test_duplicates.py::"
_LAYOUTS = "tests/cases/test_layouts.py::"
_BYTES = "tests/cases/test_encodings.py::"
_GAINS = "tests/cases/test_gains.py::"
_SETS = "tests/cases/test_query_sets.py::"
_TIES = "tests/cases/test_ties.py::"
_FILES = "tests/cli/test_unreadable_files.py::"
_NAMES = "tests/cli/test_naming.py::"
_FORMATS = "tests/cli/test_broken_files_of_every_format.py::"
_SKIP = "tests/property/test_bad_lines.py::"

_GRADE = f"{_ODD}test_a_grade_that_is_an_integer_is_worth_itself"
_NO_GRADE = f"{_ODD}test_a_grade_that_is_none_is_refused_at_its_line"
_NEGATIVE = (
    "tests/cases/test_unjudged.py::test_negative_grades_are_refused_unless_a_policy_is_chosen"
)
_NO_SCORE = f"{_VALUES}test_a_score_that_is_no_finite_number_is_refused_at_its_line"
_NO_SCORE_ANYWHERE = f"{_ODD}test_a_score_that_is_none_is_refused_in_every_format"
_WORDS = f"{_VALUES}test_words_that_mean_nothing_elsewhere_are_ids"
_ALIKE = f"{_VALUES}test_ids_that_look_alike_are_two_ids"
_NO_DATA = f"{_LAYOUTS}test_a_file_without_a_line_of_data_is_refused"

ITEMS: dict[str, tuple[str, ...]] = {
    "duplicate document with another score": (
        f"{_TWICE}test_a_document_twice_in_a_list_is_refused_with_both_lines",
        f"{_TWICE}test_the_best_line_is_the_best_scored_one_and_not_the_first",
    ),
    "repeated line": (
        f"{_TWICE}test_a_duplicate_below_the_cutoff_is_refused_all_the_same",
        f"{_TWICE}test_a_judgment_given_twice_is_refused_with_both_lines",
    ),
    "pair judged twice, equal grades": (f"{_TWICE}test_identical_judgments_count_once",),
    "pair judged twice, other grades": (
        f"{_TWICE}test_conflicting_judgments_are_refused_with_both_lines",
        f"{_TWICE}test_conflicting_judgments_are_resolved_by_a_named_rule",
    ),
    "grades -1, -2": (_NEGATIVE, f"{_ODD}test_negative_grades_are_refused_by_the_strict_contract"),
    "grade 1.5": (f"{_GAINS}test_a_grade_that_is_no_integer_is_refused_at_its_line", _NO_GRADE),
    "grade 2.0": (f"{_GAINS}test_grades_written_as_decimals_are_counted", _GRADE),
    "grades relevant, 1_000, 2^63": (_NO_GRADE,),
    "grades 10^5, 10^9, 2^63 - 1": (_GRADE,),
    "empty grade": (f"{_ODD}test_an_empty_grade_is_refused_at_its_line",),
    "scores nan, inf, high, 2,9": (_NO_SCORE, _NO_SCORE_ANYWHERE),
    "scores 0x1p3, 1e400": (_NO_SCORE_ANYWHERE,),
    "score 1e-400": (f"{_ODD}test_a_score_below_all_doubles_is_zero",),
    "empty score": (f"{_ODD}test_an_empty_score_is_refused",),
    "missing tag": (f"{_LAYOUTS}test_a_run_without_its_tag_is_refused_with_the_columns_wanted",),
    "missing columns": (
        f"{_LAYOUTS}test_a_line_that_lacks_a_column_is_refused_at_its_number",
        f"{_ODD}test_a_line_of_other_columns_is_told_with_the_columns_wanted",
    ),
    "extra columns": (
        f"{_ODD}test_further_columns_of_judgments_are_refused_and_of_runs_ignored",
        f"{_BYTES}test_blanks_tabs_and_further_columns_do_no_harm",
        f"{_ODD}test_a_line_of_more_columns_than_the_others_is_refused_at_its_line",
    ),
    "a header line of the right width": (
        f"{_LAYOUTS}test_a_header_of_trec_judgments_is_refused_and_no_query",
        f"{_LAYOUTS}test_a_header_of_a_run_is_refused",
        f"{_LAYOUTS}test_a_header_of_a_run_of_three_columns_is_refused",
    ),
    "empty file": (_NO_DATA,),
    "only blank lines": (_NO_DATA,),
    "only comments": (_NO_DATA,),
    "comment as last line": (f"{_ODD}test_a_comment_may_be_the_last_line",),
    "byte order mark in either file": (f"{_BYTES}test_a_byte_order_mark_is_no_part_of_an_id",),
    "UTF-16": (
        f"{_BYTES}test_utf_16_is_refused_with_what_to_do",
        f"{_ODD}test_utf_16_runs_are_refused_with_what_to_do",
    ),
    "Latin-1 bytes": (
        f"{_BYTES}test_a_byte_that_is_not_utf_8_is_refused_at_its_line",
        f"{_FILES}test_latin_1_lines_are_findings_with_their_numbers",
    ),
    "NUL bytes": (f"{_ODD}test_a_nul_is_part_of_an_id",),
    "CR-only line ends": (
        f"{_BYTES}test_line_ends_of_other_systems_are_no_part_of_the_last_column",
    ),
    "a 100 MB line": (
        f"{_ODD}test_a_line_that_is_too_long_is_told_with_its_number",
        f"{_ODD}test_a_line_of_many_words_takes_no_more_than_others",
    ),
    "ids of 10 kB": (f"{_ODD}test_ids_of_ten_thousand_characters_are_ids",),
    "ids nan, NA, null": (_WORDS,),
    "ids 007 beside 7, 1e5 beside 100000": (
        _ALIKE,
        "tests/cli/test_formats_and_reading.py::test_ids_are_text_and_never_numbers",
    ),
    "ids that differ in case": (
        _ALIKE,
        f"{_ODD}test_ids_in_another_case_are_told_however_many_are_judged",
    ),
    "ids that differ in Unicode normalisation": (
        _ALIKE,
        f"{_ODD}test_ids_in_two_unicode_forms_are_two_and_told",
    ),
    "ids that differ in trailing spaces in quoted CSV": (
        f"{_ODD}test_ids_with_blanks_in_quoted_cells_are_others_and_told",
        f"{_ODD}test_queries_with_blanks_in_quoted_cells_are_others_and_told",
    ),
    "no common queries": (
        f"{_SETS}test_runs_and_judgments_without_a_common_query_are_refused_with_a_hint",
        f"{_SETS}test_ids_that_have_nothing_in_common_get_no_hint",
    ),
    "query ids that differ only by a prefix or padding": (
        f"{_ODD}test_queries_that_differ_by_a_prefix_or_padding_are_told_so",
    ),
    "swapped files": (
        f"{_LAYOUTS}test_swapped_files_are_told_apart",
        f"{_LAYOUTS}test_judgments_given_as_a_run_are_told_apart",
        f"{_LAYOUTS}test_swapped_files_whose_formats_are_alike_are_told_by_their_scores",
    ),
    "truncated gzip": (f"{_BYTES}test_compression_is_told_by_content",),
    "truncated zst and bz2": (f"{_FORMATS}test_a_packed_file_that_is_cut_short_is_refused",),
    "a file that unpacks to more than a stated limit": (
        f"{_FORMATS}test_a_small_file_that_unpacks_to_more_than_is_allowed_is_refused",
    ),
    "a directory": (f"{_ODD}test_a_folder_of_judgments_is_a_usage_error",),
    "a missing file": (f"{_LAYOUTS}test_a_file_that_is_not_there_is_a_usage_error",),
    "no permission": (
        f"{_ODD}test_a_file_without_permission_is_a_usage_error",
        f"{_ODD}test_what_the_system_does_not_let_read_is_a_usage_error",
    ),
    "a FIFO": (f"{_ODD}test_a_named_pipe_is_read_like_a_file",),
    "a file that changes while it is read": (
        "tests/unit/test_sources.py::test_a_file_that_changes_while_it_is_read_is_refused",
    ),
    "two runs with one tag and other content": (
        f"{_NAMES}test_files_that_share_a_tag_are_named_by_their_stems_and_that_is_said",
        f"{_NAMES}test_other_bytes_under_a_known_name_are_a_new_version_beside_the_old_one",
    ),
    "rank column contradicting scores": (
        f"{_TIES}test_scores_rank_even_where_the_rank_column_contradicts_them",
        f"{_TIES}test_the_rank_column_ranks_where_it_is_asked_to",
    ),
    "ranks repeated": (f"{_ODD}test_ranks_that_repeat_tie_where_ranks_count",),
    "run with more documents than the collection": (
        f"{_ODD}test_a_run_may_be_longer_than_the_cutoff_and_all_judgments",
    ),
    "a topic with only negative grades": (
        f"{_ODD}test_a_topic_with_negative_grades_alone_is_judged_and_without_a_gain",
    ),
    "bad lines left out": (
        "tests/cli/test_bad_lines.py::test_bad_lines_refuse_unless_skip_is_chosen",
        f"{_SKIP}test_bad_lines_change_no_bit_of_what_the_good_ones_score",
    ),
}
