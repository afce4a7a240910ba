#!/usr/bin/env python3
"""Makes golden.json: losses of short MNIST runs by NumPy in float64, with weights and order drawn by an implementation
of its own of the generator in core/base/random.h. usage: make_golden.py   (needs python3-numpy; from any folder)"""
import gzip
import json
import math
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
MNIST = HERE.parents[2] / "resources" / "mnist"
MASK = 0xFFFFFFFF


class Philox:
    """Philox4x32-10; key = seed, counter = (block, 0, stream, substream)."""

    def __init__(self, seed, stream, substream):
        self.seed, self.stream, self.substream, self.block, self.words = seed, stream, substream, 0, []

    def next(self):
        if not self.words:
            c = [self.block & MASK, self.block >> 32, self.stream, self.substream]
            k = [self.seed & MASK, self.seed >> 32]
            for _ in range(10):
                p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
                c = [(p1 >> 32) ^ c[1] ^ k[0], p1 & MASK, (p0 >> 32) ^ c[3] ^ k[1], p0 & MASK]
                k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
            self.words = c
            self.block += 1
        return self.words.pop(0)

    def below(self, bound):
        product = self.next() * bound
        if product & MASK < bound:
            threshold = (2**32 - bound) % bound
            while product & MASK < threshold:
                product = self.next() * bound
        return product >> 32

    def symmetric(self):
        return (2 * (self.next() >> 8) + 1 - 2**24) / 2**24


def initial_weights(widths, seed, initializer):
    layers = []
    for index, (n_in, n_out) in enumerate(zip(widths, widths[1:])):
        limit = np.float32(math.sqrt(6.0 / (n_in if initializer == "he" else n_in + n_out)))
        random = Philox(seed, 1, index)
        w = np.array([limit * np.float32(random.symmetric()) for _ in range(n_in * n_out)], np.float32)
        layers.append([w.astype(np.float64).reshape(n_out, n_in), np.zeros(n_out)])
    return layers


def order_of(count, seed, epoch):
    rows, random = list(range(count)), Philox(seed, 2, epoch)
    for i in range(count, 1, -1):
        j = random.below(i)
        rows[i - 1], rows[j] = rows[j], rows[i - 1]
    return np.array(rows)


ACT = {"identity": (lambda z: z, lambda a: np.ones_like(a)),
       "relu": (lambda z: np.maximum(z, 0), lambda a: (a > 0).astype(float)),
       "sigmoid": (lambda z: 1 / (1 + np.exp(-z)), lambda a: a * (1 - a)),
       "tanh": (np.tanh, lambda a: 1 - a * a)}


def rate(run, step, total):
    t = step / total
    cosine = lambda high, low, u: low + (high - low) * (1 + math.cos(math.pi * u)) / 2
    if run["schedule"] == "constant":
        return run["lr"]
    if run["schedule"] == "cosine":
        return cosine(run["lr"], 0, t)
    if run["schedule"] == "step":
        return run["lr"] * 0.1 ** (3 * step // total)
    if run["schedule"] != "one-cycle":
        raise SystemExit(f"no formula for the schedule '{run['schedule']}'")
    peak = run["lr"]
    return cosine(peak / 25, peak, t / 0.3) if t < 0.3 else cosine(peak, peak / 250000, (t - 0.3) / 0.7)


def loss_of(run, outputs, labels):
    """Sum of the loss, mean gradient, correct answers."""
    n, k = outputs.shape
    target = np.eye(k)[labels]
    correct = int((outputs.argmax(1) == labels).sum())
    if run["loss"] == "mean-squared-error":
        error = outputs - target
        return (error**2).mean(1).sum(), 2 * error / (n * k), correct
    if run["loss"] != "softmax-cross-entropy":
        raise SystemExit(f"no formula for the loss '{run['loss']}'")
    shifted = outputs - outputs.max(1, keepdims=True)
    p = np.exp(shifted)
    p /= p.sum(1, keepdims=True)
    return -np.log(p[np.arange(n), labels]).sum(), (p - target) / n, correct


def forward(run, layers, x):
    activations = [x]
    for index, (w, b) in enumerate(layers):
        f = ACT[run["activation"] if index + 1 < len(layers) else "identity"][0]
        activations.append(f(activations[-1] @ w.T + b))
    return activations


def train(run, data):
    (x, y), (xt, yt) = data
    layers = initial_weights(run["network"], run["seed"], run["initializer"])
    slots = [[np.zeros_like(p), np.zeros_like(p)] for layer in layers for p in layer]
    steps = math.ceil(len(x) / run["batch"])
    result = {"loss_train": [], "loss_test": [], "correct_test": []}
    step = 0
    for epoch in range(run["epochs"]):
        order, total = order_of(len(x), run["seed"], epoch), 0.0
        for begin in range(0, len(x), run["batch"]):
            rows = order[begin:begin + run["batch"]]
            a = forward(run, layers, x[rows])
            loss, delta, _ = loss_of(run, a[-1], y[rows])
            total += loss
            gradients = []
            for index in reversed(range(len(layers))):
                gradients.insert(0, (delta.T @ a[index], delta.sum(0)))
                if index:
                    delta = (delta @ layers[index][0]) * ACT[run["activation"]][1](a[index])
            lr, step = rate(run, step, steps * run["epochs"]), step + 1
            flat = [g for pair in gradients for g in pair]
            for i, g in enumerate(flat):
                w, (m, v) = layers[i // 2][i % 2], slots[i]
                g = g + run["weight_decay"] * w
                if run["optimizer"] == "sgd":
                    w -= lr * g
                elif run["optimizer"] == "momentum":
                    m[...] = 0.9 * m + g
                    w -= lr * m
                elif run["optimizer"] != "adam":
                    raise SystemExit(f"no formula for the optimizer '{run['optimizer']}'")
                else:
                    m[...] = 0.9 * m + 0.1 * g
                    v[...] = 0.999 * v + 0.001 * g * g
                    w -= lr * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
        loss, _, correct = loss_of(run, forward(run, layers, xt)[-1], yt)
        result["loss_train"].append(total / len(x))
        result["loss_test"].append(loss / len(xt))
        result["correct_test"].append(correct)
    return result


def idx(name, count):
    raw = gzip.decompress((MNIST / f"{name}.gz").read_bytes())
    return np.frombuffer(raw, np.uint8, offset=16 if "images" in name else 8)[:count * (784 if "images" in name else 1)]


def main():
    limit, tests = 2000, 1000
    data = [(idx(f"{stem}-images-idx3-ubyte", n).reshape(n, 784) * float(np.float32(1) / np.float32(255)),
             idx(f"{stem}-labels-idx1-ubyte", n).astype(int)) for stem, n in (("train", limit), ("t10k", tests))]
    common = {"loss": "softmax-cross-entropy", "initializer": "he", "schedule": "constant", "weight_decay": 0.0, "seed": 1,
              "epochs": 3, "batch": 64, "train_limit": limit, "test_limit": tests}
    runs = [
        {**common, "network": [784, 256, 10], "activation": "relu", "optimizer": "sgd", "lr": 0.1},
        {**common, "network": [784, 33, 17, 10], "activation": "tanh", "optimizer": "momentum", "lr": 0.05, "loss": "mean-squared-error",
         "initializer": "xavier", "weight_decay": 1e-4, "batch": 50, "seed": 2, "schedule": "step"},
        {**common, "network": [784, 40, 10], "activation": "sigmoid", "optimizer": "adam", "lr": 0.003, "schedule": "cosine", "batch": 37, "seed": 3},
        {**common, "network": [784, 64, 10], "activation": "relu", "optimizer": "sgd", "lr": 0.3, "schedule": "one-cycle", "weight_decay": 1e-3, "seed": 4},
    ]
    for run in runs:
        run.update(train(run, data))
    first = initial_weights([784, 256, 10], 1, "he")[0][0].ravel()[:6]
    golden = {"made_by": "tests/data/golden/make_golden.py", "first_weights": [float(w) for w in first], "runs": runs}
    (HERE / "golden.json").write_text(json.dumps(golden, indent=1) + "\n")


if __name__ == "__main__":
    main()
