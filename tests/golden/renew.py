"""Record the games anew: ``python -m tests.golden.renew``, then look at the difference before it is committed."""

from __future__ import annotations

from tests.golden.recording import FOLDER, NAMES, file_of, played


def main() -> None:
    for name in NAMES:
        file, text = file_of(name), played(name)
        before = file.read_text(encoding="utf-8") if file.exists() else None
        if text != before:
            file.write_text(text, encoding="utf-8")
            print(f"{'new' if before is None else 'changed'}: {file.name}")
    for file in sorted(FOLDER.glob("*.txt")):
        if file.stem not in NAMES:
            file.unlink()
            print(f"deleted, there is no such game: {file.name}")


if __name__ == "__main__":
    main()
