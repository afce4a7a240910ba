"""784-256-10 on PyTorch, the step written by hand: no autograd, the update added to the weights in place by addmm_.
A peer for bench/peers. usage: pytorch_step.py MNIST_FOLDER BATCH EPOCHS THREADS"""
import sys
import time

import torch

import mnist

folder, batch, epochs, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
torch.set_num_threads(threads)
torch.manual_seed(1)
x, y, x_test, y_test = (torch.from_numpy(array) for array in mnist.load(folder))
w1, b1, w2, b2 = (torch.from_numpy(array) for array in mnist.weights())
rate = mnist.learning_rate(batch)


def step(images, wanted):
    a = -rate / images.shape[0]
    hidden = torch.addmm(b1, images, w1).relu_()
    delta = torch.addmm(b2, hidden, w2).softmax(1).sub_(wanted)
    hidden_delta = (delta @ w2.t()).mul_(hidden > 0)
    w2.addmm_(hidden.t(), delta, alpha=a)
    b2.add_(delta.sum(0), alpha=a)
    w1.addmm_(images.t(), hidden_delta, alpha=a)
    b1.add_(hidden_delta.sum(0), alpha=a)


times = []
with torch.no_grad():
    for _ in range(epochs):
        start = time.perf_counter()
        order = torch.randperm(len(y))
        shuffled, wanted = x[order], torch.nn.functional.one_hot(y[order], mnist.WIDTHS[-1]).float()
        for first in range(0, len(y), batch):
            step(shuffled[first:first + batch], wanted[first:first + batch])
        times.append(time.perf_counter() - start)
    outputs = torch.relu(x_test @ w1 + b1) @ w2 + b2
mnist.report(f"own step, PyTorch {torch.__version__.split('+')[0]}", batch, threads, times,
             (outputs.argmax(1) == y_test).float().mean().item())
