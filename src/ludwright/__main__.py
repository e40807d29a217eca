"""``python -m ludwright``: the command line without an installed script."""

from ludwright.cli.app import main

if __name__ == "__main__":
    main()
