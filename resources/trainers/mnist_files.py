"""Reads the four IDX files of MNIST (gzipped or not) for the Python trainers of this folder."""
import gzip
import os

import numpy as np


def _bytes(folder, name):
    for path, opener in ((name + ".gz", gzip.open), (name, open)):
        path = os.path.join(folder, path)
        if os.path.exists(path):
            with opener(path, "rb") as file:
                return file.read()
    raise SystemExit(f"{folder} has no {name}(.gz): name a folder with the IDX files of MNIST")


def load(folder):
    """train images [60000, 784] as float32 in [0, 1], train labels, test images, test labels"""
    parts = []
    for split in ("train", "t10k"):
        pixels = np.frombuffer(_bytes(folder, split + "-images-idx3-ubyte"), np.uint8, offset=16)
        labels = np.frombuffer(_bytes(folder, split + "-labels-idx1-ubyte"), np.uint8, offset=8)
        parts += [pixels.reshape(len(labels), -1).astype(np.float32) / np.float32(255), labels.astype(np.int64)]
    return parts
