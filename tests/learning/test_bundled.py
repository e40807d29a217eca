"""Players that have learned and come with bundled games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ludwright
from ludwright.agents.bundled import FOLDER, bundled_player, name_of
from ludwright.agents.settings import AgentError
from ludwright.learning.files import PACKED, FileError, load_learned, pack_learned
from ludwright.learning.sights import fingerprint
from ludwright.tournaments.candidates import candidates

FILES = sorted(FOLDER.glob("*.npz"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_is_small_and_of_a_game_as_it_is_now(file: Path) -> None:
    stem, players, _ = file.stem.rsplit("-", 2)
    game = ludwright.load(stem, int(players))
    assert bundled_player(game) == file, "the game was changed: `python -m bench.pretrained` makes its player again"
    assert file.stat().st_size < 400_000
    assert load_learned(file).rules == fingerprint(game)


def test_it_never_loses_tic_tac_toe_and_wins_nearly_always() -> None:
    game = ludwright.load("tic_tac_toe")
    first, second = (
        ludwright.simulate(game, 400, agents=who, seed=2) for who in (["learned", "random"], ["random", "learned"])
    )
    assert first.wins[1] == second.wins[0] == 0
    assert first.wins[0] > 385
    assert second.wins[1] > 330


def test_a_game_without_one_or_that_was_changed_is_told_so(tmp_path: Path) -> None:
    text = (FOLDER.parent / "tic_tac_toe.game").read_text()
    changed = tmp_path / "tic_tac_toe.game"
    changed.write_text(text + "\n# changed\n")
    for game in (ludwright.load("nim"), ludwright.load(changed)):
        assert (
            bundled_player(game) is None
            or game.description.text_hash == ludwright.load("tic_tac_toe").description.text_hash
        )
    with pytest.raises(AgentError, match="no player that has learned comes with Nim for 2"):
        ludwright.simulate(ludwright.load("nim"), 1, agents="mcts:5,learned=bundled")


def test_whoever_looks_for_strong_players_tries_it() -> None:
    patterns = {one.pattern for one in candidates(ludwright.load("connect_four"))}
    assert {"mcts:{},learned=bundled", "learned"} <= patterns
    assert not any("learned" in one.pattern for one in candidates(ludwright.load("nim")))


def test_packing_keeps_the_largest_weights_about_as_they_are(tmp_path: Path) -> None:
    game, path = ludwright.load("nim"), tmp_path / "n.npz"
    found = ludwright.learn(game, 400)
    pack_learned(found, path, 100, 20)
    packed = load_learned(path)
    kept = np.flatnonzero(packed.weights)
    assert 50 < len(kept) <= 100
    assert np.abs(packed.weights[kept] - found.weights[kept]).max() <= np.abs(found.weights).max() / 250
    assert (
        np.abs(found.weights[packed.weights == 0]).max()
        <= np.abs(found.weights[kept]).min() + np.abs(found.weights).max() / 250
    )
    assert np.count_nonzero(packed.views[1::2]) <= 20
    assert packed.rules == found.rules
    pack_learned(found, path, 10**7, 10**7)
    assert np.count_nonzero(load_learned(path).views[1::2]) > 20
    assert name_of(game, "nim").startswith("nim-2-")


def test_a_damaged_packed_file_is_told_kindly(tmp_path: Path) -> None:
    path = tmp_path / "n.npz"
    pack_learned(ludwright.learn(ludwright.load("nim"), 50), path, 100, 10)
    arrays = dict(np.load(path))
    assert PACKED in bytes(arrays["about"]).decode()
    for name, wrong in (
        ("places", arrays["places"] + 10**9),
        ("weights", arrays["weights"].astype(np.float32)),
        ("tags", arrays["tags"][:-1]),
    ):
        np.savez(path, **{**arrays, name: wrong})
        with pytest.raises(FileError, match="holds nothing that was learned"):
            load_learned(path)
