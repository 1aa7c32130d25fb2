"""The environments pass their ecosystems' own checkers, and their rewards follow the exact odds."""

import warnings
from collections import Counter
from fractions import Fraction
from itertools import islice
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import paigow
import paigow.envs.spiel
from paigow.analysis.tiles import tile_house_settings, tile_house_way, tile_table
from paigow.envs.hand import SetHand
from paigow.envs.table import PaigowTable, env, parallel_env
from paigow.envs.text import TextTable
from paigow.envs.vector import SetHands
from paigow.poker import DECK
from paigow.tiles import TILE_SET

STANDARDS = tuple(paigow.STANDARDS)


@pytest.mark.parametrize("standard", STANDARDS)
def test_gymnasium_accepts_the_single_environment(standard: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # advice about render modes
        check_env(gymnasium.make(f"paigow/{standard}-v0").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_vectorised_environment_deals_what_its_seed_says(standard: str) -> None:
    envs = [gymnasium.make_vec(f"paigow/{standard}-v0", num_envs=64) for _ in range(2)]
    first, second = (each.reset(seed=5)[0] for each in envs)
    assert np.array_equal(first, second)
    actions = np.zeros(64, dtype=np.int64)
    for _ in range(3):
        one, two = (each.step(actions) for each in envs)
        assert np.array_equal(one[0], two[0])
        assert np.array_equal(one[1], two[1])
        assert one[0] in envs[0].observation_space
    assert not np.array_equal(first, envs[0].reset(seed=6)[0])


@pytest.mark.parametrize("standard", ["maryland-tiles", "new-zealand"])
def test_house_way_against_house_way_wins_as_often_as_the_odds_say(standard: str) -> None:
    size, steps = 1 << 13, 12
    hands = SetHands(standard, num_envs=size)
    table, way = tile_table(), tile_house_way(hands.dealing.asked.house_way)
    chosen = table.start[:-1] + tile_house_settings(way)
    wanted = {kind: (table.high[line], table.low[line]) for kind, line in enumerate(chosen)}
    seen = hands.reset(seed=11)[0]
    results: Counter[int] = Counter()
    memory: dict[tuple[int, ...], int] = {}
    for _ in range(steps):
        actions = np.array([_house_action(hand, memory, table, wanted) for hand in seen.tolist()])
        seen, _, _, _, info = hands.step(actions)
        results.update(info["result"].tolist())
    odds = paigow.Game(standard).odds("main")
    total = size * steps
    for outcome, result in zip(odds.outcomes, (1, 0, -1), strict=True):
        share = Fraction(outcome.count, odds.total)
        error = float(share * (1 - share) / total) ** 0.5
        assert abs(results[result] / total - share) < 5 * error, outcome.name


def _house_action(hand: list[int], memory: dict[tuple[int, ...], int], table: Any, wanted: Any) -> int:
    """The action that makes the house way's setting."""
    from paigow.tiles import TileSetting

    key = tuple(hand)
    if key not in memory:
        tiles = [TILE_SET[code] for code in hand]
        high, low = wanted[table.number[tuple(sorted(tile.kind - 1 for tile in tiles))]]
        for action in range(3):
            rest = [tile for place, tile in enumerate(tiles) if place not in (0, action + 1)]
            setting = TileSetting((tiles[0], tiles[action + 1]), (rest[0], rest[1]))
            if (setting.high_rank.standing, setting.low_rank.standing) == (high, low):
                memory[key] = action
                break
    return memory[key]


def test_cards_win_as_often_as_the_odds_say() -> None:
    from paigow.analysis.types import LOW_OF_SETTING

    game = paigow.Game("maryland-poker")
    hands = SetHands("maryland-poker", num_envs=2000)
    seen = hands.reset(seed=3)[0]
    numbers = {frozenset(pair): number for number, pair in enumerate(LOW_OF_SETTING.tolist())}
    actions = []
    for hand in seen.tolist():
        low = [str(card) for card in game.house_way([DECK[code] for code in hand]).setting.low]
        names = [str(DECK[code]) for code in hand]
        actions.append(numbers[frozenset(names.index(card) for card in low)])
    masks = hands.action_masks()
    assert all(masks[row, action] for row, action in enumerate(actions))
    _, rewards, *_ = hands.step(np.array(actions))
    odds = game.odds("main")
    assert abs(rewards.mean() + float(odds.edge)) < 5 * odds.standard_deviation / 2000**0.5


@pytest.mark.parametrize("standard", ["maryland-poker", "dealer-open"])
def test_cards_are_seen_in_canonical_order_and_compared_as_the_engine_does(standard: str) -> None:
    """Actions number the places of a hand, so an order of our own would set other cards than the ones meant."""
    from paigow.analysis.types import LOW_OF_SETTING, canonical_order, types_of

    game = paigow.Game(standard)
    hands = SetHands(standard, num_envs=4096)
    seen = hands.reset(seed=8)[0]
    assert np.array_equal(types_of(seen[:, :7].astype(np.uint8)), hands.dealing.hand)
    for row in seen.tolist():
        for hand in (row[:7], row[7:]):
            assert hand == canonical_order(hand)
        assert len(set(row)) == len(row)
    assert any(np.bincount(row[:7] % 4).max() >= 5 for row in seen), "flushes are among them"
    if standard == "dealer-open":  # the dealer's cards are open, so the result can be worked out by the engine
        seen = seen[:300]
        actions = np.arange(4096) % 21
        results = hands.step(actions)[4]["result"]
        for row, action, result in zip(seen.tolist(), actions.tolist(), results.tolist(), strict=False):
            mine, theirs = ([str(DECK[code]) for code in part] for part in (row[:7], row[7:]))
            low = [mine[place] for place in LOW_OF_SETTING[action]]
            high = [card for card in mine if card not in low]
            house = game.house_way(" ".join(theirs)).setting
            jacks = sum(card[0] == "J" and card != "Jk" for card in theirs)
            try:
                compared = game.compare(" ".join(high) + " / " + " ".join(low), str(house))
                expected = {"win": 1, "lose": -1}.get(compared.result.value, 0)
            except paigow.PaigowError:
                expected = -1  # a foul
            assert result == (-1 if jacks >= 2 else expected), (mine, theirs)


def test_a_foul_loses_and_is_masked() -> None:
    single = SetHand("maryland-poker")
    fouls = 0
    for seed in range(30):
        _, info = single.reset(seed=seed)
        for action in np.flatnonzero(info["action_mask"] == 0)[:1]:
            fouls += 1
            assert single.step(int(action))[1] == -1.0
    assert fouls


def test_the_exact_value_of_every_action_is_that_of_the_advice() -> None:
    single = SetHand("maryland-tiles", exact=True, render_mode="ansi")
    for seed in range(5):
        _, info = single.reset(seed=seed)
        advice = paigow.Game("maryland-tiles").advise(str(single.render()))
        assert max(info["values"]) == advice.best.value
        assert {each.value for each in advice.settings} == set(info["values"])
        best = info["values"].index(max(info["values"]))
        assert single.step(best)[4]["regret"] == 0


@pytest.mark.parametrize("standard", STANDARDS)
def test_pettingzoo_accepts_the_table(standard: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dictionary observations carry the action mask
        api_test(env(rules=standard), num_cycles=120)
        parallel_api_test(parallel_env(rules=standard), num_cycles=120)
        seed_test(lambda: env(rules=standard), num_cycles=40)


@pytest.mark.parametrize("standard", STANDARDS)
def test_random_legal_play_never_gets_stuck_and_money_adds_up(standard: str) -> None:
    table = PaigowTable(rules=standard, seats=3, rounds=4)
    table.reset(seed=1)
    random = np.random.default_rng(2)
    gained: Counter[str] = Counter()
    for agent in islice(table.agent_iter(), 5000):
        seen, reward, ended, cut, _ = table.last()
        gained[agent] += reward
        mask = seen["action_mask"]
        table.step(None if ended or cut else int(random.choice(np.flatnonzero(mask))))
    assert table.table.rounds == 4
    assert not table.agents
    assert sum(cents for _, cents in table.table.ledger.items()) == 0


def test_an_illegal_action_changes_nothing_and_says_so() -> None:
    table = PaigowTable(rules="maryland-tiles", seats=1, rounds=1)
    table.reset(seed=1)
    before = table.table.sequence
    surrender = [action.name for action in table.actions].index("surrender")
    table.step(surrender)
    assert table.table.sequence == before
    assert "not legal" in table.infos["player_1"]["refused"]


@pytest.mark.parametrize(
    "name", ["python_paigow_tiles(tiles=12)", "python_paigow_tiles", "python_paigow_cards(ranks=4,commission=0)"]
)
def test_openspiel_accepts_the_games(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), 2, False, False)


def test_openspiel_pays_what_the_engine_pays() -> None:
    game = pyspiel.load_game("python_paigow_tiles(tiles=12)")
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(3)
    player, bank = (" ".join(str(TILE_SET[place]) for place in hand) for hand in state.hands)
    for side in (0, 1):
        assert state.information_state_string(side).endswith(player if side == 0 else bank)
        state.apply_action(0)
    settings = [paigow.Game("maryland-tiles").settings(hand)[0] for hand in (player, bank)]
    expected = float(paigow.Game("maryland-tiles").compare(*settings).value(Fraction(1, 20)))
    assert state.returns() == [expected, -expected]


def test_a_model_plays_a_round_in_words() -> None:
    table = TextTable("maryland-tiles", seed="demo", exact=True)
    turn = table.reset()
    assert "wager 1 main $10.00" in turn.legal
    refused = table.step("wager 1 main $100000")
    assert "MDT-5.A" in refused.refused
    assert refused.legal == turn.legal
    assert "legal are" in table.step("fold").refused
    turn = table.step("wager 1 main $25")
    assert not turn.refused
    regrets = []
    for _ in range(30):
        if turn.done:
            break
        turn = table.step("house way" if "house way" in turn.legal else turn.legal[-1])
        regrets += [turn.info["regret"]] if turn.info else []
    assert turn.done
    assert len(regrets) == 1
    assert regrets[0] >= 0
    assert paigow.verify(table.table.record()).rounds == 1


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_first_legal_answer_always_leads_on(standard: str) -> None:
    table = TextTable(standard, seed="lead", rounds=2, bots=1)
    turn = table.reset()
    for _ in range(200):
        if turn.done:
            break
        turn = table.step(turn.legal[-1] if "done" in turn.legal else turn.legal[0])
        assert not turn.refused, turn.text
    assert turn.done


def test_wrong_actions_are_refused() -> None:
    """The compiled loops check no bounds: an action out of range would read memory that is not theirs."""
    one, many = SetHand("maryland-tiles"), SetHands("maryland-poker", 4)
    one.reset(seed=1), many.reset(seed=1)
    for action in (3, -1, 99):
        with pytest.raises(paigow.PaigowError, match="give each of 1 hands an action from 0 to 2"):
            one.step(action)
    for actions in ([0, 1], [0, 1, 2, 21], [0, 1, 2, -1], 0):
        with pytest.raises(paigow.PaigowError, match="give each of 4 hands an action from 0 to 20"):
            many.step(actions)
    table = PaigowTable(rounds=1)
    with pytest.raises(paigow.PaigowError, match=r"call reset\(\) before"):
        table.step(0)
    table.reset(seed=1)
    for wrong in (-1, 99_999, "bet"):
        with pytest.raises(paigow.PaigowError, match="an action is a whole number from 0 to 17"):
            table.step(wrong)
    with pytest.raises(paigow.PaigowError, match=r"call reset\(\) before"):
        TextTable().step("done")
    choices: Any
    for choices in ({"seats": 0}, {"seats": "3"}, {"rounds": 0}):
        with pytest.raises(paigow.PaigowError, match="not"):
            PaigowTable(**choices)
