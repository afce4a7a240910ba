"""What the Python peers share: MNIST as float32 arrays, the weights to begin with, and the row they print (bench/README.md)."""
import os
import statistics

import numpy as np

WIDTHS = (784, 256, 10)


def load(folder):
    """x [n, 784], y [n], and the same of the test set."""
    def part(name):
        pixels = np.fromfile(os.path.join(folder, f"{name}-images-idx3-ubyte"), np.uint8)[16:].reshape(-1, WIDTHS[0])
        labels = np.fromfile(os.path.join(folder, f"{name}-labels-idx1-ubyte"), np.uint8)[8:]
        return pixels.astype(np.float32) / np.float32(255), labels.astype(np.int64)
    return *part("train"), *part("t10k")


def weights():
    """[w1, b1, w2, b2], w [in, out], He."""
    random = np.random.default_rng(1)
    made = []
    for fan_in, out in zip(WIDTHS, WIDTHS[1:]):
        made.append((random.standard_normal((fan_in, out)) * np.sqrt(2 / fan_in)).astype(np.float32))
        made.append(np.zeros(out, np.float32))
    return made


def learning_rate(batch):
    return 0.05 if batch <= 16 else 0.1 if batch <= 64 else 0.5


def report(name, batch, workers, times, accuracy):
    print(f"RES|{name}|{batch}|{workers}|{statistics.median(times):.4f}|{min(times):.4f}|{accuracy:.4f}|{len(times)}", flush=True)
