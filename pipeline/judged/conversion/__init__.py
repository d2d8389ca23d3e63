"""Files from one format to another, without a loss that nobody was told of."""
