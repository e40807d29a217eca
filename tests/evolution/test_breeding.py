"""Every variant that is proposed is a game, and says how it differs from its parents."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ludwright
from ludwright.evolution import edits
from ludwright.evolution.breeding import Breeder, read_changes
from ludwright.evolution.genome import Genome, genome_of, mistakes_of, viable
from ludwright.evolution.mistakes import EvolveError
from ludwright.evolution.recombining import in_words_of
from ludwright.language.editing import Draft
from ludwright.language.syntax.walking import walk


@pytest.mark.parametrize("name", ["polis_c", "conquest_small"])
def test_a_game_put_into_one_text_plays_the_same(name: str) -> None:
    own, made = ludwright.load(name), genome_of(name).loaded()
    assert ludwright.simulate(own, 20, threads=1).mean_returns == ludwright.simulate(made, 20, threads=1).mean_returns


def test_parameters_are_set_in_the_text() -> None:
    assert genome_of("breakthrough", {"wide": 5}).loaded().params["wide"] == 5


@pytest.mark.parametrize(("first", "second"), [("tic_tac_toe", "breakthrough"), ("pig", "nim")])
def test_children_check_and_differ(first: str, second: str) -> None:
    parents = [genome_of(first), genome_of(second)]
    texts = set()
    for seed in range(3):
        child = Breeder(crossing=0.5).child(parents, np.random.default_rng(seed))
        assert child is not None and child.words
        assert not mistakes_of(child.genome) and child.genome.text != parents[0].text
        texts.add(child.genome.text)
    assert len(texts) == 3


def test_another_games_part_speaks_in_the_own_words() -> None:
    hex_, own = genome_of("hex").draft.tree, genome_of("tic_tac_toe").draft.tree
    text = Draft("", in_words_of(hex_, own)).tree
    words = {str(part) for part in walk(text) if isinstance(part, str)}
    assert "mark" in words and "stone" not in words


def test_what_a_bot_says_goes_where_it_no_longer_fits() -> None:
    genome = genome_of("tic_tac_toe")
    made = viable(
        genome.with_text(
            genome.text.replace("place(c in cells)", "put_down(c in cells)").replace("turn: place", "turn: put_down")
        )
    )
    assert made is not None and "bot" not in made.text
    assert viable(genome.with_text(genome.text.replace("turn: place", "turn: jump"))) is None


def test_a_new_card_lies_between_two_others() -> None:
    draft = genome_of("harbour_town").draft
    found = edits.new_card(draft, np.random.default_rng(3))
    assert found is not None and found[1].startswith("new card ")
    assert len(found[0].text.splitlines()) == len(draft.text.splitlines()) + 1


def test_numbers_stay_in_their_range() -> None:
    for seed in range(50):
        dice = np.random.default_rng(seed)
        assert 3 <= edits.stepped(3, dice, 3, 5) <= 5 and edits.stepped(0, dice) >= 0


def test_what_may_change_is_named() -> None:
    assert read_changes([]) == ("parameters", "numbers", "tables", "boards", "maps", "rules")
    with pytest.raises(EvolveError, match="did you mean `rules`"):
        read_changes(["rule"])


def test_a_variant_is_written_with_its_map(tmp_path: Path) -> None:
    genome = genome_of("conquest_small")
    path = genome.titled("Another war").write(tmp_path, "war")
    assert ludwright.load(path).title == "Another war" and (tmp_path / "war_small_world.json").is_file()
    assert Genome.from_json(genome.as_json()) == genome
