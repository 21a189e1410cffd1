"""The table of rules (`rules.pxd`), and the numbers beside it, as Python reads them."""

__all__ = ["COMMON_BYTES", "LINE_WEIGHTS", "SHORT_LINE", "table_of_rules"]

LINE_WEIGHTS = tuple(LINE_WEIGHT[i] for i in range(LONGEST_WEIGHED + 1))


def table_of_rules():
    """[(name, bit, games that heed it, holds where only exactly k win)], in the order of the table."""
    games = {"strong": STRONG, "weak": WEAK, "contested": CONTESTED, "plain": PLAIN}
    # The module has a constant for each row.
    return [
        (
            name.removeprefix("RULE_").lower(),
            row & BITS_OF_RULES,
            tuple(game for game, bit in games.items() if row & bit),
            not row & UNSOUND_IF_EXACT,
        )
        for name, row in list(globals().items())
        if name.startswith("RULE_")
    ]
