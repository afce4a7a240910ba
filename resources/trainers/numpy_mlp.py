#!/usr/bin/env python3
"""784-256-10, ReLU, softmax cross-entropy, plain SGD in NumPy, as one would write it by hand: a peer for `bench/peers`.

Prints one JSON object. Threads are those of NumPy's own BLAS: OPENBLAS_NUM_THREADS, OMP_NUM_THREADS.
To add a trainer: the same options and the same object.
"""
import argparse
import json
import time

import numpy as np

import mnist_files


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--data", required=True, help="a folder with the IDX files of MNIST")
    options.add_argument("--batch", type=int, default=64)
    options.add_argument("--lr", type=float, default=0.1)
    options.add_argument("--epochs", type=int, default=5)
    options.add_argument("--hidden", type=int, default=256)
    options.add_argument("--seed", type=int, default=1)
    use = options.parse_args()

    images, labels, test_images, test_labels = mnist_files.load(use.data)
    count, inputs = images.shape
    random = np.random.default_rng(use.seed)

    def layer(fan_in, fan_out):  # He, uniform
        limit = np.sqrt(6 / fan_in)
        return random.uniform(-limit, limit, (fan_in, fan_out)).astype(np.float32), np.zeros(fan_out, np.float32)

    (w1, b1), (w2, b2) = layer(inputs, use.hidden), layer(use.hidden, 10)
    times = []
    for _ in range(use.epochs):
        start = time.perf_counter()
        order = random.permutation(count)
        for first in range(0, count, use.batch):
            chosen = order[first : first + use.batch]
            x, y = images[chosen], labels[chosen]
            hidden = np.maximum(x @ w1 + b1, 0)
            delta = hidden @ w2 + b2
            delta = np.exp(delta - delta.max(axis=1, keepdims=True))
            delta /= delta.sum(axis=1, keepdims=True)
            delta[np.arange(len(y)), y] -= 1
            delta *= np.float32(use.lr / len(y))
            back = (delta @ w2.T) * (hidden > 0)
            w2 -= hidden.T @ delta
            b2 -= delta.sum(axis=0)
            w1 -= x.T @ back
            b1 -= back.sum(axis=0)
        times.append(time.perf_counter() - start)
    answers = (np.maximum(test_images @ w1 + b1, 0) @ w2 + b2).argmax(axis=1)
    print(json.dumps({"trainer": "NumPy " + np.__version__, "epoch_time_s": times,
                      "accuracy_test": float((answers == test_labels).mean())}))


main()
