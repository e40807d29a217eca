"""An evolution: the same for the same seed, goes on where it stopped, and what it saves gives its figures again."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

import ludwright
from ludwright.evolution import Evolution, EvolveError, Progress
from ludwright.evolution.evolve import _processes
from ludwright.evolution.genome import genome_of
from ludwright.evolution.measures import Ideal, Trial, look_at, nearness, read_ideals
from ludwright.evolution.selection import Archive, Axis, fitness, read_axes, universal_sampling
from ludwright.mistakes import MistakesError
from ludwright.stored import StoredError, going_on

_SMALL = {
    "trials": 6,
    "gates": ["ends", "not trivial"],
    "axes": ["turns/5", "options/5"],
    "strong": "mcts:10",
    "middle": "mcts:5",
    "beginner": "random",
}


def _small(out: Path | None = None, candidates: int = 10, **more: object) -> Evolution:
    return ludwright.evolve("tic_tac_toe", candidates=candidates, out=out, **{"threads": 1, **_SMALL, **more})  # type: ignore[arg-type]


def _plain(found: Evolution) -> list[object]:
    return [(one.number, one.parents, one.genome, dict(one.figures), one.failed, one.worth) for one in found.variants]


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("tic_tac_toe", _SMALL),
        (
            "conquest_small",
            {"changes": ["maps"], "gates": [], "agents": "thesis", "ideals": ["drama 0.1"], "trials": 6},
        ),
        pytest.param(
            "hamlet", {**_SMALL, "changes": ["tables", "parameters"], "agents": "builder"}, marks=pytest.mark.slow
        ),
    ],
)
def test_every_saved_variant_loads_checks_and_gives_its_figures_again(
    tmp_path: Path, game: str, more: dict[str, object]
) -> None:
    """Texts, maps and tables that lie beside them."""
    found = ludwright.evolve(game, candidates=5, threads=1, **more)  # type: ignore[arg-type]
    passed = [one.number for one in found.passed]
    assert max(passed) > 0
    for path, number in zip(found.save(tmp_path / "kept", passed), passed, strict=True):
        assert not [mistake for mistake in ludwright.check(path) if mistake.severity != "note"]
        again = look_at(ludwright.load(path), found.trial, found.seed * 1_000_003)
        assert again.figures == found.variants[number].figures


def test_an_evolution_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole = _small()
    rounds: list[Progress] = []
    first = _small(tmp_path / "out", progress=rounds.append, stop=lambda: len(rounds) > 1)
    assert first.interrupted and len(first.variants) == 9
    lines = (tmp_path / "out" / "variants.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "out" / "variants.jsonl").write_text("\n".join(lines[:-3]) + "\n" + lines[-3][:40], encoding="utf-8")
    rest = ludwright.evolve(None, out=tmp_path / "out", resume=True, threads=1)
    assert _plain(rest) == _plain(whole)
    for other, words in (
        ({"seed": 77}, "--seed"),
        ({"changes": ["maps"]}, "--change"),
        ({"agents": "greedy"}, "--agents"),
    ):
        with pytest.raises(EvolveError, match=f"begun without this `{words}`"):
            ludwright.evolve(None, out=tmp_path / "out", resume=True, **other)
    with pytest.raises(EvolveError, match="began with other games"):
        ludwright.evolve("pig", out=tmp_path / "out", resume=True)


@pytest.mark.slow
def test_the_number_of_threads_changes_nothing() -> None:
    assert _plain(_small(threads=2)) == _plain(_small())


@pytest.mark.slow
def test_a_cluster_breeds_the_same_variants() -> None:
    pytest.importorskip("ray")
    assert _plain(_small(cluster="local:2", candidates=5)) == _plain(_small(candidates=5))


def test_what_a_cluster_can_not_do_is_told_first(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    with pytest.raises(ludwright.LudwrightError, match="can't play on a cluster"):
        _small(tmp_path / "out", agents="python:mine.py:f", cluster="local:2")
    with pytest.raises(ludwright.LudwrightError, match="local:2"):
        _small(tmp_path / "out", cluster="local:none")
    assert not (tmp_path / "out").exists()


def test_lineage_is_kept_told_and_drawn(tmp_path: Path) -> None:
    found = _small(candidates=3)
    last = found.variants[-1]
    assert found.ancestors(last.number)[-1].number == 0 and found.family(last.number)[0].number == 0
    told = found.difference(last.number)
    assert told.value > 0 and told.differences
    text = found.page(tmp_path / "evolved.html").read_text(encoding="utf-8")
    assert "Family tree" in text or not found.best[0].parents
    assert "http" not in text.replace("http://www.w3.org", "") and text.count("<svg") > 2 and 'class="cell"' in text
    assert found.as_json()["variants"][-1]["parents"] == list(last.parents) and "bred" in str(found)


def test_gates_tell_why() -> None:
    genome = genome_of("tic_tac_toe")
    trial = Trial("random", 20, deep=False)
    over = genome.with_text(genome.text.replace("line(3,", "line(1,"))
    assert look_at(over.loaded(), trial, 1).failed == "not trivial"
    drawn = genome.with_text(genome.text.replace("me wins", "draw"))
    assert look_at(drawn.loaded(), trial, 1).why == "every game is a draw"
    stuck = genome.with_text(genome.text.replace("  when no c in cells with c.mark is none: draw\n", ""))
    assert look_at(stuck.loaded(), trial, 1).failed == "ends"
    rarely = genome.with_text(
        genome.text.replace(
            "  c.mark = me\n", "  c.mark = me\n  let chance = random n in 1..300\n  if chance is 1: rare += 1\n"
        )
        + "var rare = 0 in 0..0\n"
    )
    found = look_at(rarely.loaded(), trial, 1)
    assert found.failed == "ends" and "a number left its range" in found.why
    assert not look_at(genome.loaded(), trial, 1).failed


def test_published_fitness_by_hand() -> None:
    """Distances 0.3 and 0.1 of 0.3; 0.05 and 0.1 of 0.1."""
    ideals = [Ideal("second seat wins", 0.5), Ideal("drama", 0.1)]
    found = fitness([{"second seat wins": 0.2, "drama": 0.15}, {"second seat wins": 0.4, "drama": 0.2}], ideals)
    assert found == pytest.approx([1 - np.sqrt((1 + 0.25) / 2), 1 - np.sqrt((1 / 9 + 1) / 2)])
    assert nearness({"second seat wins": 0.5, "drama": 0.1}, ideals) == 1.0


def test_universal_sampling_gives_everybody_their_share() -> None:
    """With four pointers a weight of three quarters gets three, wherever they begin."""
    for seed in range(10):
        assert universal_sampling(np.array([3.0, 1.0]), 4, np.random.default_rng(seed)) == [0, 0, 0, 1]


def test_the_archive_keeps_the_best_of_each_cell() -> None:
    archive = Archive((Axis("turns", 1, 100, 2), Axis("draws", 0, 1, 2)))
    assert archive.cells == 4 and archive.add(1, 0.5, {"turns": 5, "draws": 0.1})
    assert not archive.add(2, 0.4, {"turns": 6, "draws": 0.2}) and archive.add(3, 0.6, {"turns": 7, "draws": 0.2})
    assert archive.add(4, 0.1, {"turns": 50, "draws": 0.2}) and not archive.add(5, 0.9, {"turns": 50})
    assert archive.filled() == {(0, 0): 3, (1, 0): 4}


def test_wishes_are_read() -> None:
    assert read_ideals(["second seat wins 50%", "turns off 16 0"]) == (
        Ideal("second seat wins", 0.5),
        Ideal("turns off 16", 0.0),
    )
    assert read_axes(["turns=5..100/20"]) == (Axis("turns", 5, 100, 20),)
    for wrong in ("drama", "dramma 0.1"):
        with pytest.raises(EvolveError, match="drama"):
            read_ideals([wrong])
    with pytest.raises(EvolveError, match="lower to a higher"):
        read_axes(["turns=9..3"])


def test_drama_of_published_criteria_is_the_metric() -> None:
    """The quick figures of a variant are those of `measure` on the same games."""
    game = ludwright.load("conquest_small")
    trial = Trial("thesis", 30, (), deep=False, wished=("turns off 16",))
    seen = look_at(game, trial, 5).figures
    run = ludwright.playtest("conquest_small", "thesis", 30, seed=6, threads=1)
    [measured] = ludwright.measure(run, ["drama of the lead", "lead changes of the lead", "second seat wins"])
    assert seen["drama"] == pytest.approx(measured["drama of the lead"].value)
    assert seen["lead changes"] == pytest.approx(measured["lead changes of the lead"].part("per moment").value)
    assert seen["second seat wins"] == measured["second seat wins"].value
    turns = run.query("turn.number", when="end")["value"].to_numpy()
    assert seen["turns off 16"] == pytest.approx(np.abs(turns - 16).mean() / 16)


def test_mistakes_of_use() -> None:
    with pytest.raises(EvolveError, match="no gate"):
        ludwright.evolve("tic_tac_toe", gates=["end"], candidates=1)
    with pytest.raises(EvolveError, match="name a game"):
        ludwright.evolve(None)
    with pytest.raises(EvolveError, match="say what is wanted"):
        ludwright.evolve("tic_tac_toe", select="fitness", candidates=1)
    with pytest.raises(EvolveError, match="no tables or maps that could be changed"):
        ludwright.evolve("tic_tac_toe", changes=["tables", "maps"], candidates=1)
    with pytest.raises(ludwright.LudwrightError, match="no parameter `wide`"):
        ludwright.evolve("tic_tac_toe", params={"wide": 4}, candidates=1)


@pytest.mark.parametrize("place", ["agents", "strong", "middle", "beginner"])
def test_nobody_breeds_for_a_player_that_is_not_there(tmp_path: Path, place: str) -> None:
    with pytest.raises(ludwright.LudwrightError, match="has no player `nobody`"):
        ludwright.evolve("tic_tac_toe", candidates=1, threads=1, out=tmp_path / "out", **{place: "nobody"})  # type: ignore[arg-type]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("place", ["agents", "strong", "middle", "beginner"])
def test_code_that_a_folder_names_does_not_run_unasked(tmp_path: Path, place: str) -> None:
    out, kept = tmp_path / "out", tmp_path / "out" / "evolve.json"
    _small(out, candidates=1)
    kept.write_text(json.dumps({**json.loads(kept.read_text()), place: "Python :evil.py:f"}))
    with pytest.raises(EvolveError, match="if you trust it"):
        ludwright.evolve(None, out=out, resume=True, candidates=2, threads=1)


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"trials": 0}, {"games": 0}, {"seed": "1"}, {"axes": []}])
def test_settings_that_can_not_be_are_refused(tmp_path: Path, wrong: dict[str, object]) -> None:
    settings = {"title": "A", "games": 1, "seed": 1}
    (tmp_path / "evolve.json").write_text(json.dumps({**settings, **wrong}))
    with pytest.raises(EvolveError, match="no evolution"):
        ludwright.evolve(None, out=tmp_path, resume=True)


def test_processes_import_nothing_from_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "multiprocessing.py").write_text(f"open({str(tmp_path / 'mark')!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    with _processes(1) as pool:
        assert pool.submit(os.getenv, "PYTHONSAFEPATH", "as before").result() == "as before"
        pool.shutdown()
    assert not (tmp_path / "mark").exists() and "PYTHONSAFEPATH" not in os.environ


def test_a_kept_variant_that_is_no_game_is_told_with_its_folder(tmp_path: Path) -> None:
    with pytest.raises(StoredError, match="can't be gone on with: nothing says how many"), going_on(tmp_path):
        ludwright.load_text('game "Nothing"\nturn: me may do go\naction go\nend when turn.number > 3: draw\n')
    with pytest.raises(MistakesError, match="nothing is called"), going_on(tmp_path):
        ludwright.load_text('game "A"\nplayers 2\nturn: me may do go\naction go\nend when nowhere: draw\n')
