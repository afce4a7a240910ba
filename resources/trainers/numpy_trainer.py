#!/usr/bin/env python3
"""Trains in NumPy, one process: what one writes first in Python. Its BLAS has as many threads as OPENBLAS_NUM_THREADS says.

To add a trainer: a class like this one (mlplab_run.py says what its members do) and a JSON file that describes it.
"""
import sys

import numpy as np

import mlplab_run
from numpy_network import Network


class Engine:
    workers = 1
    device = f"Python {sys.version.split()[0]}, NumPy {np.__version__}"

    def __init__(self, run, use):
        self.train, self.network = run.train, Network(run.spec, run.tensors)
        self.tensors, self.evaluate = self.network.tensors, self.network.evaluate

    def begin_epoch(self, order):
        self.order, self.loss_sum, self.right = order, 0.0, 0

    def step(self, first, end, rate, number):
        rows = self.order[first:end]
        loss, right = self.network.backward(self.train.images[rows], self.train.labels[rows], end - first)
        self.network.update(rate, number)
        self.loss_sum, self.right = self.loss_sum + loss, self.right + right

    def totals(self):
        return self.loss_sum, self.right

    def close(self):
        pass


if __name__ == "__main__":
    mlplab_run.main(Engine, __doc__)
