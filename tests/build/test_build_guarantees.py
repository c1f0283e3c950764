"""What constructions promise beyond their shape, measured on small models of the code they hurt."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest

from stab import build
from stab.build import DoesNotFit


def rng(seed: int = 1) -> np.random.RandomState:
    return np.random.RandomState(seed)


def compares_middle_pivot(values: list[int]) -> int:
    """Comparisons of Hoare's quicksort with the pivot a[(l + r) // 2]."""
    count, ranges = 0, [(0, len(values) - 1)]
    while ranges:
        left, right = ranges.pop()
        if left >= right:
            continue
        i, j, pivot = left, right, values[(left + right) // 2]
        while i <= j:
            while values[i] < pivot:
                i, count = i + 1, count + 1
            while values[j] > pivot:
                j, count = j - 1, count + 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i, j = i + 1, j - 1
            count += 2
        ranges += [(left, j), (i, right)]
    return count


def compares_median_value(values: list[int]) -> int:
    """As above with the median of the first, middle and last element."""
    count, ranges = 0, [(0, len(values) - 1)]
    while ranges:
        left, right = ranges.pop()
        if left >= right:
            continue
        i, j = left, right
        pivot = sorted((values[left], values[(left + right) // 2], values[right]))[1]
        while i <= j:
            while values[i] < pivot:
                i, count = i + 1, count + 1
            while values[j] > pivot:
                j, count = j - 1, count + 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i, j = i + 1, j - 1
            count += 2
        ranges += [(left, j), (i, right)]
    return count


def compares_median_one_way(values: list[int]) -> int:
    """Comparisons of Lomuto's partition, the median of three swapped to the end."""
    count, ranges = 0, [(0, len(values) - 1)]
    while ranges:
        left, right = ranges.pop()
        if left >= right:
            continue
        middle = sorted((values[k], k) for k in (left, (left + right) // 2, right))[1][1]
        values[middle], values[right] = values[right], values[middle]
        store = left
        for i in range(left, right):
            count += 1
            if values[i] < values[right]:
                values[i], values[store] = values[store], values[i]
                store += 1
        values[store], values[right] = values[right], values[store]
        ranges += [(left, store - 1), (store + 1, right)]
    return count


def shell_moves(values: list[int]) -> int:
    moves, gap = 0, len(values) // 2
    while gap:
        for i in range(gap, len(values)):
            j = i
            while j >= gap and values[j - gap] > values[j]:
                values[j - gap], values[j] = values[j], values[j - gap]
                j, moves = j - gap, moves + 1
        gap //= 2
    return moves


@pytest.mark.parametrize(
    ("work", "order", "share"),
    [
        (compares_middle_pivot, build.anti_mid_pivot(600), 0.45),
        (compares_median_value, build.quicksort_killer(600), 0.17),
        (compares_median_value, build.quicksort_killer(601), 0.17),
        (compares_median_one_way, build.quicksort_killer(600), 0.08),
        (shell_moves, build.interleave_halves(512), 0.12),
    ],
)
def test_sorting_killers_are_quadratic(work, order: np.ndarray, share: float) -> None:
    n = len(order)

    assert work(order.tolist()) >= share * n * n
    assert work(build.perm(n, rng()).tolist()) < 0.06 * n * n


def test_zigzag_makes_a_search_tree_a_path_and_rise_fall_a_long_tail_scan() -> None:
    low, high = 0, 1000
    for value in build.zigzag(999).tolist():
        # Each new key is an end of what is left: it becomes the only child of the one before.
        assert value in (low + 1, high - 1)
        low, high = (value, high) if value == low + 1 else (low, value)

    order = build.rise_then_fall(10).tolist()
    assert order == [6, 7, 8, 9, 10, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(("lo", "hi"), [(1, 10**9), (-5, 4), (5, 5), (-(10**30), 10**30), (0, 999)])
def test_map_values_keeps_the_order_and_reaches_both_ends(lo: int, hi: int) -> None:
    order = build.perm(1000, rng())
    values = build.map_values(order, lo, hi, rng(2))
    ascending = values[np.argsort(order)].tolist()

    assert ascending == sorted(ascending)
    assert ascending[0] == lo
    assert ascending[-1] == hi
    assert len(set(ascending)) == min(1000, hi - lo + 1)


@pytest.mark.parametrize(("lo", "hi"), [(0, 9), (-3, 10**6), (0, 2**64), (-(2**63), 2**63 - 1)])
def test_distinct_values_are_distinct_and_inside(lo: int, hi: int) -> None:
    values = build.seq_random(10, lo, hi, rng(), distinct=True).tolist()

    assert len(set(values)) == 10
    assert all(lo <= value <= hi for value in values)
    with pytest.raises(DoesNotFit):
        build.seq_random(hi - lo + 2 if hi < 10 else 5, 0, 3, rng(), distinct=True)


@pytest.mark.parametrize(
    ("total", "parts", "lo", "hi"),
    [(10, 4, 1, 7), (28, 4, 1, 7), (4, 4, 1, 7), (1000, 30, 0, 500), (0, 0, 1, 2)],
)
def test_partition_adds_up_exactly(total: int, parts: int, lo: int, hi: int) -> None:
    for seed in range(20):
        shares = build.partition(total, parts, lo, hi, rng(seed))

        assert shares.sum() == total
        assert len(shares) == parts
        assert ((shares >= lo) & (shares <= hi)).all()
    for impossible in (parts * lo - 1, parts * hi + 1):
        with pytest.raises(DoesNotFit):
            build.partition(impossible, parts, lo, hi, rng())


# --- hash tables ---------------------------------------------------------------------------------


def unordered_set_steps(keys: list[int]) -> int:
    """Nodes that libstdc++'s unordered_set looks at: prime sizes, one more key than buckets grows it."""
    from stab.build.hashing import GROWTH_PRIMES

    size, steps, seen = 1, 0, set()
    buckets: dict[int, list[int]] = {}
    for key in keys:
        chain = buckets.setdefault(key % size, [])
        if key in seen:
            steps += chain.index(key) + 1
            continue
        steps += len(chain)
        seen.add(key)
        if len(seen) > size:
            size = next(prime for prime in GROWTH_PRIMES if prime >= max(2 * size, len(seen)) or prime > size)
            buckets = {}
            for old in seen - {key}:
                buckets.setdefault(old % size, []).insert(0, old)
            chain = buckets.setdefault(key % size, [])
        chain.insert(0, key)
    return steps


def test_unordered_keys_collide_where_random_ones_do_not() -> None:
    n = 6000
    killer = build.hash_unordered(n, 1, 10**9).tolist()

    assert unordered_set_steps(killer) > 0.05 * n * n
    assert unordered_set_steps(build.seq_random(n, 1, 10**9, rng()).tolist()) < 3 * n


def test_reserved_size_is_the_first_prime_of_the_library() -> None:
    # Sizes that reserve(n) gives with GCC.
    for n, prime in ((100_000, 107897), (200_000, 202409), (300_000, 324503), (10**6, 1056323)):
        values = build.hash_reserve(n, 1, 10**9)
        assert (values % prime == 0).all()
        assert len(np.unique(values)) == min(n, 10**9 // prime)


def dict_probes(keys: list[int], neighbours: int, size: int) -> int:
    """Slots that CPython's dict (neighbours 0) or set (9) inspects in a table of fixed size."""
    table: list[int | None] = [None] * size
    mask, probes = size - 1, 0
    for key in keys:
        perturb, place = key, key & mask
        while True:
            run = neighbours + 1 if place + neighbours <= mask else 1
            found = False
            for slot in range(place, place + run):
                probes += 1
                if table[slot] is None or table[slot] == key:
                    table[slot] = key
                    found = True
                    break
            if found:
                break
            perturb >>= 5
            place = (place * 5 + perturb + 1) & mask
    return probes


@pytest.mark.parametrize("size", [1024, 512])
def test_dict_keys_make_long_probe_chains_also_in_smaller_tables(size: int) -> None:
    n = 1000
    keys = build.hash_pydict(n, 1, 10**9).tolist()

    assert dict_probes(keys, 0, size) > 0.2 * n * n
    assert dict_probes(build.seq_random(n, 1, 10**9, rng(), distinct=True).tolist(), 0, 2048) < 5 * n


def test_set_keys_fill_the_runs_that_the_repeated_key_probes() -> None:
    from stab.build.hashing import _set_size

    n = 1000
    keys = build.hash_pyset(n, 1, 10**9).tolist()

    assert dict_probes(keys, 9, _set_size(n // 2)) > 0.2 * n * n


def test_other_keys_share_their_hash() -> None:
    assert len({x & (2**20 - 1) for x in build.hash_mask(4000, 1, 10**9).tolist()}) < 10
    assert {hash(x) for x in build.hash_pymod(100, 1, 2**70).tolist()} == {0}
    assert len({31 * x + y for x, y in build.hash_java_pairs(500, -9, 10**5).tolist()}) == 1
    codes = set()
    for word in build.words_java(64, 13):
        code = 0
        for character in word:
            code = (31 * code + ord(character)) % 2**32
        codes.add(code)
    assert len(codes) == 1
    assert len(set(build.words_java(64, 13))) == 64


# --- graphs --------------------------------------------------------------------------------------


def adjacency(edges: np.ndarray, weights: np.ndarray, n: int) -> list[list[tuple[int, int]]]:
    lists: list[list[tuple[int, int]]] = [[] for _ in range(n + 1)]
    for (u, v), w in zip(edges.tolist(), weights.tolist(), strict=True):
        lists[u].append((v, w))
        lists[v].append((u, w))
    return lists


def spfa_pops(edges: np.ndarray, weights: np.ndarray, n: int) -> int:
    lists, pops = adjacency(edges, weights, n), 0
    distance = [float("inf")] * (n + 1)
    distance[1] = 0
    queue, queued = deque([1]), [False] * (n + 1)
    while queue:
        u = queue.popleft()
        queued[u] = False
        pops += 1
        for v, w in lists[u]:
            if distance[u] + w < distance[v]:
                distance[v] = distance[u] + w
                if not queued[v]:
                    queued[v] = True
                    queue.append(v)
    return pops


def test_spfa_pops_each_vertex_many_times() -> None:
    n, m = 600, 1300

    assert spfa_pops(*build.graph_fan(n, m, 1, 10**9, rng()), n) > n * n / 4
    assert spfa_pops(*build.graph_grid_cheap(n, m, 1, 10**9, rng()), n) > 8 * n
    assert spfa_pops(*build.weighted_random(n, m, 1, 10**9, rng()), n) < 5 * n


def bellman_ford_rounds(edges: np.ndarray, weights: np.ndarray, n: int) -> int:
    distance = [float("inf")] * (n + 1)
    distance[1] = 0
    rows = [(u, v, w) for (u, v), w in zip(edges.tolist(), weights.tolist(), strict=True)]
    rounds = 0
    while True:
        rounds += 1
        changed = False
        for u, v, w in rows:
            for a, b in ((u, v), (v, u)):
                if distance[a] + w < distance[b]:
                    distance[b], changed = distance[a] + w, True
        if not changed:
            return rounds


def test_the_reversed_path_takes_a_round_for_each_vertex() -> None:
    assert bellman_ford_rounds(*build.graph_reverse_path(200, 400, 1, 10**9, rng()), 200) >= 200
    assert bellman_ford_rounds(*build.weighted_random(200, 400, 1, 10**9, rng()), 200) < 20


def dijkstra_work(edges: np.ndarray, weights: np.ndarray, n: int) -> tuple[int, int]:
    """(pushes, edge scans without a check for stale entries)."""
    import heapq

    lists = adjacency(edges, weights, n)
    distance = [float("inf")] * (n + 1)
    distance[1] = 0
    heap, pushes, scans = [(0, 1)], 1, 0
    while heap:
        _, u = heapq.heappop(heap)
        for v, w in lists[u]:
            scans += 1
            if distance[u] + w < distance[v]:
                distance[v] = distance[u] + w
                heapq.heappush(heap, (distance[v], v))
                pushes += 1
    return pushes, scans


def test_dijkstra_improves_everything_or_rescans_the_hub() -> None:
    pushes, _ = dijkstra_work(*build.graph_improving(40, 780, 1, 10**9, rng()), 40)
    _, scans = dijkstra_work(*build.graph_stale(400, 800, 1, 10**9, rng()), 400)
    few, base = dijkstra_work(*build.weighted_random(400, 800, 1, 10**9, rng()), 400)

    assert pushes >= 780
    assert scans > 400 * 400 / 8
    assert few < 1000
    assert base < 4000


def test_a_ladder_doubles_the_relaxations_with_every_diamond() -> None:
    edges, weights = build.graph_ladder(25, 36, 1, 10**9, rng())
    lists = [[] for _ in range(26)]
    for (u, v), w in zip(edges.tolist(), weights.tolist(), strict=True):
        lists[u].append((v, w))
    distance, calls = [float("inf")] * 26, 0
    stack = [(1, 0)]
    while stack:
        u, d = stack.pop()
        if d < distance[u]:
            distance[u], calls = d, calls + 1
            stack += [(v, d + w) for v, w in reversed(lists[u])]

    assert calls > 2**12


@pytest.mark.parametrize("w_hi", [1, 3, 100, 10**18])
@pytest.mark.parametrize("name", [c.name for c in build.CONSTRUCTIONS if c.fills == "weighted_edges"])
def test_weights_stay_within_any_bound(name: str, w_hi: int) -> None:
    try:
        edges, weights = getattr(build, name)(50, 120, 1, w_hi, rng())
    except DoesNotFit:
        assert w_hi < 4
        return

    assert edges.shape == (120, 2)
    assert weights.shape == (120,)
    assert weights.min() >= 1
    assert weights.max() <= w_hi


@pytest.mark.parametrize(
    ("n", "m", "options"),
    [
        (50, 1225, {}),
        (50, 2450, {"directed": True}),
        (50, 49, {"connected": True}),
        (50, 1000, {"dag": True}),
        (50, 60, {"dag": True, "connected": True}),
        (10**6, 5, {}),
    ],
)
def test_random_graphs_take_any_possible_number_of_edges(n: int, m: int, options: dict[str, bool]) -> None:
    edges = build.graph_random(n, m, rng(), **options)
    rows = edges if options.get("directed") else np.sort(edges, axis=1)

    assert len(np.unique(rows, axis=0)) == m
    assert (edges[:, 0] != edges[:, 1]).all()
    assert edges.max() <= n
    if options.get("dag"):
        assert (edges[:, 0] < edges[:, 1]).all()


@pytest.mark.parametrize(
    ("n", "m", "options"), [(3, 4, {}), (3, 1, {"connected": True}), (1, 1, {}), (3, 7, {"directed": True})]
)
def test_impossible_numbers_of_edges_are_refused(n: int, m: int, options: dict[str, bool]) -> None:
    with pytest.raises(DoesNotFit):
        build.graph_random(n, m, rng(), **options)


def test_matchings_and_cliques_have_the_structure_that_hurts() -> None:
    rows = build.match_chain(100, 149, rng())
    assert rows[:, 1].max() == 50
    assert (np.bincount(rows[50 * 2 - 1 :, 0])[51:] >= 1).all()
    moser = build.graph_moon_moser(9, 27, rng())
    assert {tuple(sorted(edge)) for edge in moser.tolist()} == {
        (u, v) for u in range(1, 10) for v in range(u + 1, 10) if (u - 1) // 3 != (v - 1) // 3
    }
    chain = build.graph_reverse_chain(30, 60, rng())
    assert (chain[:, 0] > chain[:, 1]).all()
    assert chain[:29].tolist() == [[v, v - 1] for v in range(30, 1, -1)]


# --- trees ---------------------------------------------------------------------------------------


def depths(edges: np.ndarray) -> list[int]:
    depth = [0, 0] + [0] * len(edges)
    for parent, child in edges.tolist():
        depth[child] = depth[parent] + 1
    return depth[1:]


def test_trees_have_their_depth_and_degree() -> None:
    n = 1001
    degree = {
        name: np.bincount(getattr(build, name)(n).ravel()).max() for name in ("tree_star", "tree_broom")
    }

    assert max(depths(build.tree_path(n))) == n - 1
    assert degree == {"tree_star": n - 1, "tree_broom": n // 2 + 1}
    assert depths(build.tree_two_legs(n))[-2:] == [n // 2, n // 2]
    assert max(depths(build.tree_binary(n))) == 9
    assert max(depths(build.tree_deep(n, rng(), 3))) > n / 3
    assert max(depths(build.tree_random(n, rng()))) < 40
    assert max(depths(build.tree_broom(n))) >= n // 2
    assert max(depths(build.tree_chain_binary(n, None, 20))) > 80
    assert np.bincount(build.tree_binary_random(n, rng())[:, 0]).max() == 2
    assert 25 < max(depths(build.tree_binary_random(n, rng()))) < 400


def test_relabelling_and_shuffling_keep_the_graph() -> None:
    edges = build.tree_random(500, rng())
    names = build.relabel(edges, 500, rng(2), keep=(1, 500))
    mixed = build.shuffle_edges(names, rng(3))

    assert sorted(np.bincount(edges.ravel())) == sorted(np.bincount(mixed.ravel()))
    assert (names[edges == 1] == 1).all()
    assert {tuple(sorted(e)) for e in mixed.tolist()} == {tuple(sorted(e)) for e in names.tolist()}
    parents = build.as_parents(mixed, 500)
    assert {tuple(sorted(e)) for e in build.tree_of_parents(parents).tolist()} == {
        tuple(sorted(e)) for e in mixed.tolist()
    }


# --- texts, points, grids, numbers, items, sizes -------------------------------------------------


def test_texts_have_their_structure() -> None:
    assert build.str_mismatch(5, "ab") == "aaaab"
    assert build.str_mismatch_middle(5, "ab") == "aabaa"
    assert build.str_fibonacci(13, "ab") == "abaababaabaab"
    assert build.str_thue_morse(8, "ab") == "abbabaab"
    assert build.str_mirror(8, "ab") == "ababbaba"
    text = build.str_palindrome(11, "abc", rng())
    assert text == text[::-1]
    text = build.str_periodic(350, "abc", rng(), 100)
    assert text[:250] == text[100:]
    words = build.words_prefix(50, 1000, "ab", rng())
    assert len(set(words)) == 50
    assert sum(map(len, words)) == 1000
    assert len({word[:14] for word in words}) == 1
    words = build.words_nested(10, 60, "ab")
    assert sorted(map(len, words))[-3:] == [8, 9, 15]
    assert sum(map(len, words)) == 60


def test_thue_morse_halves_collide_modulo_two_to_the_64() -> None:
    text = build.str_thue_morse(4096, "ab")
    hashes = set()
    for half in (text[:2048], text[2048:]):
        value = 0
        for character in half:
            value = (value * 131 + ord(character)) % 2**64
        hashes.add(value)

    assert text[:2048] != text[2048:]
    assert len(hashes) == 1


def test_convex_points_are_strictly_convex_and_as_many_as_promised() -> None:
    points = build.points_convex(400, -(10**4), 10**4, rng()).tolist()
    points = sorted(points)
    hull: list[list[int]] = []
    for order in (points, points[::-1]):
        part: list[list[int]] = []
        for x, y in order:
            while (
                len(part) > 1
                and (
                    (part[-1][0] - part[-2][0]) * (y - part[-2][1])
                    - (part[-1][1] - part[-2][1]) * (x - part[-2][0])
                )
                <= 0
            ):
                part.pop()
            part.append([x, y])
        hull += part[:-1]

    assert len(hull) == 400


def test_points_have_their_shape() -> None:
    parabola = build.points_parabola(101, 0, 10**6, rng())
    assert (np.diff(parabola[:, 0]) == 1).all()
    assert (np.diff(parabola[:, 1], 2) == 2).all()
    assert len(set(build.points_same_x(500, 0, 10**6, rng())[:, 0].tolist())) == 1
    spiral = build.points_spiral(1000, -(10**8), 10**8, rng()).astype(float)
    assert (np.diff(np.hypot(spiral[:, 0], spiral[:, 1])) > 0).all()
    cluster = build.points_cluster_outlier(1000, 0, 10**9, rng())
    assert (cluster.max(axis=1) < 100).sum() == 999
    line = build.points_antidiagonal(50, 0, 99, rng())
    assert set(line.sum(axis=1).tolist()) == {99}
    circle = build.points_circle(500, -(10**6), 10**6, rng())
    assert abs(np.hypot(*circle.T) / 10**6 - 1).max() < 1e-5


def steps_to_goal(rows: list[str]) -> int:
    height, width = len(rows), len(rows[0])
    seen, queue = {(0, 0): 0}, deque([(0, 0)])
    while queue:
        i, j = queue.popleft()
        for x, y in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if 0 <= x < height and 0 <= y < width and rows[x][y] == "." and (x, y) not in seen:
                seen[x, y] = seen[i, j] + 1
                queue.append((x, y))
    assert len(seen) == sum(row.count(".") for row in rows)
    return max(seen.values())


@pytest.mark.parametrize(
    ("h", "w"), [(21, 21), (20, 20), (21, 20), (20, 21), (5, 40), (1, 9), (9, 1), (2, 2)]
)
@pytest.mark.parametrize("name", ["grid_snake", "grid_snake_columns", "grid_spiral"])
def test_corridors_are_connected_and_long(name: str, h: int, w: int) -> None:
    assert steps_to_goal(getattr(build, name)(h, w)) >= min(h * w * 0.45, h * w - 1) - 2


def test_numbers_are_what_they_are_called() -> None:
    assert build.nums_prime(3, 1, 100, rng()).max() == 97
    assert set(build.nums_prime(9, 1, 10, rng()).tolist()) == {2, 3, 5, 7}
    assert all(build.is_prime(p) for p in build.nums_prime(40, 1, 10**18, rng()).tolist())
    assert build.nums_semiprime(1, 1, 10**6, rng()).tolist() == [991 * 1009]
    assert build.nums_prime_square(1, 1, 10**6, rng()).tolist() == [997**2]
    for bound, rich in (
        (10**6, 720720),
        (10**9, 735134400),
        (10**12, 963761198400),
        (10**18, 897612484786617600),
    ):
        assert build.num_hcn(1, 1, bound, rng()).tolist() == [rich]
    assert build.num_fib_pair(1, 1, 100, rng()).tolist() == [[89, 55]]
    assert build.num_collatz(1, 1, 10**6, rng()).tolist() == [837799]
    assert [n for n in range(2000) if build.is_prime(n)] == [
        n for n in range(2, 2000) if all(n % d for d in range(2, int(n**0.5) + 1))
    ]
    for refused in (build.nums_prime, build.nums_semiprime):
        with pytest.raises(DoesNotFit):
            refused(1, 24, 24, rng())


def test_items_leave_no_solution_to_their_targets() -> None:
    values = build.subset_even_odd(30, 1, 100, rng())
    assert (values % 2 == 0).all()
    assert build.odd_target(values) % 2 == 1
    assert build.subset_powers(9, 1, 1000, rng()).tolist() == [2**k for k in range(9)]
    coins = build.coins_even(10, 1, 100, rng())
    assert sorted(coins.tolist()) == list(range(82, 101, 2))
    lines = build.lines_tangent(60, -1000, 1000, rng()).tolist()
    best = {max(range(60), key=lambda k: lines[k][0] * x + lines[k][1]) for x in range(-100, 101)}
    assert len(best) > 50
    with pytest.raises(DoesNotFit):
        build.lines_tangent(100, 0, 100, rng())


@pytest.mark.parametrize(
    ("h", "w", "area"), [(10**5, 10**5, 10**6), (10, 10, 1000), (5, 10**6, 10**6), (7, 3, 1), (1, 1, 5)]
)
def test_shapes_are_maximal_and_within_the_area(h: int, w: int, area: int) -> None:
    for rows, columns in build.shapes(h, w, area):
        assert 1 <= rows <= h
        assert 1 <= columns <= w
        assert rows * columns <= area
        assert rows == h or (rows + 1) * columns > area
        assert columns == w or rows * (columns + 1) > area


@pytest.mark.parametrize(
    ("total", "tests", "n_lo", "n_hi"),
    [
        (200_000, 10_000, 1, 200_000),
        (100, 100, 1, 100),
        (7, 3, 2, 3),
        (5, 9, 1, 2),
        (10, 1, 1, 4),
        (1, 1, 1, 1),
    ],
)
def test_splits_add_up(total: int, tests: int, n_lo: int, n_hi: int) -> None:
    ways = build.tests_split(total, tests, n_lo, n_hi)

    assert 1 <= len(ways) <= 3
    for sizes in ways:
        assert 1 <= len(sizes) <= tests
        assert ((sizes >= n_lo) & (sizes <= n_hi)).all()
        assert sizes.sum() == min(total, tests * n_hi)


@pytest.mark.parametrize("hi", [1, 9, 10, 9999, 10**4, 10**9, 2**63 - 1])
@pytest.mark.parametrize("sign", [1, -1])
def test_written_integers_read_back(hi: int, sign: int) -> None:
    values = build.seq_random(999, 0, hi, rng()) * sign
    values[:3] = (0, hi * sign, -(2**63))

    assert build.join_ints(values) == " ".join(map(str, values.tolist()))
    assert build.join_rows(values, values) == "".join(f"{v} {v}\n" for v in values.tolist())


@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize(
    ("n", "m", "least", "most"),
    [(1, 0, 0, 3), (2, 2, 1, 9), (5, 13, 1, 4), (4, 12, 1, 9), (1000, 1000, 1, 9), (900, 5000, 0, 7)],
)
def test_a_graph_of_bounded_out_degrees_keeps_them(n: int, m: int, least: int, most: int, near: bool) -> None:
    edges = build.graph_out_degrees(n, m, least, most, rng(), near)
    degrees = np.bincount(edges[:, 0], minlength=n + 1)[1:]

    assert len({*map(tuple, edges.tolist())}) == len(edges) == m
    assert (edges[:, 0] != edges[:, 1]).all()
    assert m == 0 or (edges.min() >= 1 and edges.max() <= n)
    assert degrees.min() >= least and degrees.max() <= most


@pytest.mark.parametrize(("n", "m", "least", "most"), [(5, 4, 1, 4), (5, 21, 0, 9), (5, 11, 0, 2)])
def test_out_degrees_that_do_not_add_up_are_refused(n: int, m: int, least: int, most: int) -> None:
    with pytest.raises(DoesNotFit):
        build.graph_out_degrees(n, m, least, most, rng())
