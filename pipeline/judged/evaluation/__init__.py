"""What an evaluation is: runs under a contract on judgments, what is derived, its findings."""
