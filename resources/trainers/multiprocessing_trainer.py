#!/usr/bin/env python3
"""Trains in NumPy on several processes of Python's multiprocessing: the published design, data-parallel and made correct.

Each step the parent sends the weights and the rows of their share to the workers through pipes (pickled), and adds up
the gradients that come back; the batch and the learning rate mean what they mean elsewhere. The gradient is the same
for any number of workers. What it costs is the lesson: 2 × 0.8 MB a worker and step for 784-256-10.
"""
import multiprocessing
import signal
import sys

import numpy as np

import mlplab_run
from numpy_network import Network


def serve(pipe, not_ours, network, train):
    """A worker: weights and rows in, gradient out, until the parent's end of the pipe is closed (or the parent is gone)."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)  # the parent ends the run in order
    for other in not_ours:
        other.close()  # inherited: as long as it is open, its worker would not see the parent's end
    try:
        while True:
            network.parameters[...], rows, batch = pipe.recv()
            totals = network.backward(train.images[rows], train.labels[rows], batch)
            pipe.send((network.gradient, *totals))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


class Engine:
    device = f"Python {sys.version.split()[0]}, multiprocessing, NumPy {np.__version__}"

    def __init__(self, run, use):
        self.workers, self.network = use.workers, Network(run.spec, run.tensors)
        self.tensors, self.evaluate = self.network.tensors, self.network.evaluate
        context = multiprocessing.get_context("fork")  # the examples are shared, not copied
        self.pipes, self.processes = [], []
        for _ in range(use.workers):
            ours, theirs = context.Pipe()
            self.pipes.append(ours)
            process = context.Process(target=serve, args=(theirs, list(self.pipes), self.network, run.train), daemon=True)
            process.start()
            theirs.close()
            self.processes.append(process)

    def begin_epoch(self, order):
        self.order, self.loss_sum, self.right = order, 0.0, 0

    def step(self, first, end, rate, number):
        shares = [rows for rows in np.array_split(self.order[first:end], self.workers) if len(rows) > 0]
        try:
            for pipe, rows in zip(self.pipes, shares):
                pipe.send((self.network.parameters, rows, end - first))
            answers = [pipe.recv() for pipe, _ in zip(self.pipes, shares)]
        except (EOFError, OSError):
            raise SystemExit("a worker process ended before the run did (was it killed?)") from None
        self.network.gradient[...] = answers[0][0]
        for gradient, _, _ in answers[1:]:  # in the workers' order: the same sum every time
            self.network.gradient += gradient
        self.network.update(rate, number)
        self.loss_sum += sum(loss for _, loss, _ in answers)
        self.right += sum(right for _, _, right in answers)

    def totals(self):
        return self.loss_sum, self.right

    def close(self):
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.join(2)
            if process.is_alive():
                process.kill()
                process.join()


if __name__ == "__main__":
    mlplab_run.main(Engine, __doc__)
