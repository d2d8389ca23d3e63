"""`python -m judged`."""

import sys

from judged.cli import main

if __name__ == "__main__":
    sys.exit(main())
