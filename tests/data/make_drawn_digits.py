#!/usr/bin/env python3
"""Writes drawn_digits.json beside itself: digits as people draw them, as pen strokes on a 280 x 280 sheet.

Each style below is designed by hand as a few points of a pen's path in a box 100 wide and 150 high. Each digit is drawn
six times, going through its styles, once in each manner (medium, thin, thick, small in a corner, slanted, shaky); a hand's
inaccuracy comes from a seeded generator: every point is moved a little, the whole is scaled, slanted, turned and shifted,
and the path trembles. The set is fixed before any network sees it: nothing is left out because it is answered wrongly.
A further style is one more line in STYLES; run the script again and name the new accuracy in the commit.
"""
import json
import math
import pathlib
import random

SHEET = 280.0

# A stroke is a list of points; 'smooth' bends through them, 'straight' goes in lines, '|' splits a stroke at a corner.
STYLES = {
    0: [("oval", ["smooth (52,0) (18,22) (0,75) (17,128) (50,150) (84,128) (100,75) (84,22) (50,1)"]),
        ("narrow, ends crossing", ["smooth (70,10) (45,0) (18,35) (12,85) (28,140) (55,149) (80,115) (84,60) (68,18) (40,4) (25,14)"]),
        ("open at the top", ["smooth (38,8) (10,45) (3,95) (25,143) (62,148) (93,108) (95,50) (74,10) (58,2)"])],
    1: [("a plain line", ["straight (50,0) (48,150)"]),
        ("with a flag", ["straight (12,42) (56,0) | (56,0) (54,150)"]),
        ("with a flag and a foot", ["straight (18,35) (54,0) | (54,0) (54,150)", "straight (12,150) (96,150)"])],
    2: [("round, pointed foot", ["smooth (6,36) (24,8) (58,0) (90,26) (78,72) (40,115) (2,149) | straight (2,149) (98,148)"]),
        ("with a loop", ["smooth (8,34) (34,4) (74,8) (86,44) (62,92) (24,138) (4,142) (6,124) (26,122) (56,142) (100,138)"]),
        ("flat, like a Z", ["smooth (8,22) (40,4) (86,10) (80,46) (44,96) (4,146) | smooth (4,146) (50,142) (98,148)"])],
    3: [("round", ["smooth (8,20) (44,0) (84,20) (74,58) (38,70) | smooth (38,70) (84,84) (94,122) (54,150) (4,132)"]),
        ("flat top", ["straight (8,2) (88,0) | (88,0) (42,60) | smooth (42,60) (86,82) (90,126) (46,150) (4,134)"]),
        ("one swing", ["smooth (12,10) (52,0) (82,24) (66,58) (46,68) (78,84) (90,116) (60,146) (8,144)"])],
    4: [("open", ["straight (22,0) (6,84) | (6,84) (96,82)", "straight (72,26) (66,150)"]),
        ("closed", ["straight (74,150) (76,0) | (76,0) (2,98) | (2,98) (100,98)"]),
        ("open, curved", ["smooth (16,4) (6,44) (18,78) (54,82) (84,66)", "smooth (84,8) (82,66) (78,110) (72,150)"])],
    5: [("two strokes", ["straight (22,2) (14,66) | smooth (14,66) (52,54) (90,80) (86,126) (46,150) (4,136)", "straight (22,2) (92,0)"]),
        ("one stroke", ["straight (90,2) (24,4) | (24,4) (16,64) | smooth (16,64) (56,56) (92,86) (80,134) (38,150) (4,132)"]),
        ("like an S", ["smooth (90,6) (44,2) (16,26) (28,58) (68,76) (90,108) (68,144) (28,148) (4,130)"])],
    6: [("round", ["smooth (76,0) (34,34) (6,92) (20,142) (60,150) (92,116) (70,82) (32,88) (10,116)"]),
        ("straight back", ["straight (64,0) (12,96) | smooth (12,96) (10,128) (40,150) (80,138) (88,104) (60,84) (26,94) (10,114)"]),
        ("small loop", ["smooth (58,0) (24,46) (8,106) (26,146) (56,146) (72,122) (54,104) (26,114) (14,130)"])],
    7: [("plain", ["straight (2,4) (96,0) | (96,0) (38,150)"]),
        ("with a bar", ["straight (4,4) (94,2) | smooth (94,2) (62,70) (40,150)", "straight (22,78) (86,72)"]),
        ("with a serif", ["straight (4,24) (8,2) | (8,2) (96,2) | smooth (96,2) (64,58) (50,104) (46,150)"])],
    8: [("one stroke", ["smooth (82,22) (50,0) (18,26) (40,64) (84,100) (72,144) (34,148) (10,114) (38,78) (76,46) (82,18)"]),
        ("two circles", ["smooth (50,0) (22,20) (24,54) (52,68) (80,50) (78,16) (48,1)", "smooth (50,68) (14,92) (16,136) (52,150) (88,132) (86,90) (48,68)"]),
        ("narrow, open at the top", ["smooth (74,8) (38,6) (26,36) (52,70) (74,108) (60,146) (34,140) (26,108) (52,72) (78,34) (84,12)"])],
    9: [("straight leg", ["smooth (86,28) (54,0) (14,24) (18,66) (52,76) (84,42) (87,26) | straight (87,26) (80,150)"]),
        ("curved leg", ["smooth (84,34) (56,2) (16,22) (14,62) (50,74) (82,44) (86,30) (86,80) (66,130) (22,148)"]),
        ("hooked leg", ["smooth (82,22) (48,0) (14,28) (26,64) (62,62) (84,26) (84,90) (74,136) (44,150) (18,132)"])],
}

# name, height of the digit, pen width, slant, tremble (sheet units), distance from the middle of the sheet
MANNERS = [
    ("medium", (165, 200), (16, 20), (-0.05, 0.12), 1.0, 12),
    ("thin", (150, 205), (5, 8), (-0.05, 0.15), 1.0, 18),
    ("thick", (160, 200), (28, 34), (-0.05, 0.12), 1.0, 10),
    ("small", (62, 90), (7, 10), (-0.05, 0.15), 0.6, 85),
    ("slanted", (150, 190), (13, 20), (0.22, 0.38), 1.0, 15),
    ("shaky", (140, 195), (11, 22), (-0.18, 0.20), 2.6, 25),
]


def between(rng, limits):
    return limits[0] + (limits[1] - limits[0]) * rng.random()


def parse(text, rng, jitter):
    """'smooth (1,2) (3,4) | straight …' as pieces (smooth, points); a corner's two points stay one point."""
    pieces, smooth, moved = [], False, {}
    for part in text.split("|"):
        points = []
        for word in part.split():
            if word in ("smooth", "straight"):
                smooth = word == "smooth"
                continue
            point = tuple(float(v) for v in word.strip("()").split(","))
            if point not in moved:
                moved[point] = tuple(v + (rng.random() + rng.random() - 1) * 2 * jitter for v in point)
            points.append(moved[point])
        pieces.append((smooth, points))
    return pieces


def bend(points):
    """A centripetal-like Catmull-Rom curve through the points, finely sampled."""
    path = []
    for i in range(len(points) - 1):
        before, start, end = points[max(i - 1, 0)], points[i], points[i + 1]
        after = points[min(i + 2, len(points) - 1)]
        for k in range(24):
            t = k / 24
            path.append(tuple(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t
                                     + (3 * b - a - 3 * c + d) * t * t * t)
                              for a, b, c, d in zip(before, start, end, after)))
    return path + [points[-1]]


def resample(path, step):
    """Points about `step` apart, as a mouse or pen reports them."""
    kept, since = [path[0]], 0.0
    for a, b in zip(path, path[1:]):
        length = math.dist(a, b)
        parts = max(1, math.ceil(length / (step / 4)))
        for k in range(1, parts + 1):
            since += length / parts
            if since >= step:
                kept.append(tuple(u + (v - u) * k / parts for u, v in zip(a, b)))
                since = 0.0
    return kept + [path[-1]]


def tremble(rng, amount):
    """A smooth wandering of the pen: three slow waves with their own phases."""
    waves = [(between(rng, (0.015, 0.09)), 6.28 * rng.random(), 6.28 * rng.random()) for _ in range(3)]
    return lambda travelled: (sum(math.sin(travelled * f + p) for f, p, _ in waves) * amount / 2,
                              sum(math.sin(travelled * f + q) for f, _, q in waves) * amount / 2)


def draw(rng, strokes, manner):
    _, heights, pens, slants, shake, wander = manner
    height = between(rng, heights)
    high, wide = height / 150, height / 150 * between(rng, (0.82, 1.12))
    slant, turn, pen = between(rng, slants), math.radians(between(rng, (-6, 6))), between(rng, pens)
    middle = [SHEET / 2 + between(rng, (-wander, wander)) for _ in range(2)]
    result = []
    for text in strokes:
        path = []
        for smooth, points in parse(text, rng, 3.0):
            path += bend(points) if smooth else points
        placed = []
        for x, y in path:
            x, y = (x - 50) * wide - slant * (y - 75) * high, (y - 75) * high
            placed.append((x * math.cos(turn) - y * math.sin(turn) + middle[0],
                           x * math.sin(turn) + y * math.cos(turn) + middle[1]))
        shaken, travelled, wave = [], 0.0, tremble(rng, shake)
        for x, y in resample(placed, 5.0):
            if shaken:
                travelled += math.dist((x, y), shaken[-1])
            dx, dy = wave(travelled)
            edge = pen / 2 + 2
            shaken.append(tuple(round(min(max(v, edge), SHEET - edge), 1) for v in (x + dx, y + dy)))
        result.append({"width": round(pen, 1), "points": [list(p) for p in shaken]})
    return result


def main():
    digits = []
    for label, styles in STYLES.items():
        for index, manner in enumerate(MANNERS):
            name, strokes = styles[(index + index // 3) % 3]
            rng = random.Random(1000 * label + index + 1)
            digits.append({"label": label, "style": name, "manner": manner[0], "strokes": draw(rng, strokes, manner)})
    lines = ",\n".join(json.dumps(digit, separators=(",", ":")) for digit in digits)
    target = pathlib.Path(__file__).with_name("drawn_digits.json")
    target.write_text('{"sheet":280,"digits":[\n' + lines + "\n]}\n")
    print(f"{len(digits)} digits in {target.name}")


if __name__ == "__main__":
    main()
