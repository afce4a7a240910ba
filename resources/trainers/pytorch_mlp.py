#!/usr/bin/env python3
"""784-256-10, ReLU, softmax cross-entropy, plain SGD in PyTorch, batches sliced from tensors: a peer for `bench/peers`.

Prints one JSON object. To add a trainer: the same options and the same object.
"""
import argparse
import json
import time

import torch

import mnist_files


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--data", required=True, help="a folder with the IDX files of MNIST")
    options.add_argument("--batch", type=int, default=64)
    options.add_argument("--lr", type=float, default=0.1)
    options.add_argument("--epochs", type=int, default=5)
    options.add_argument("--hidden", type=int, default=256)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--workers", type=int, default=1)
    use = options.parse_args()
    torch.set_num_threads(use.workers)
    torch.manual_seed(use.seed)

    images, labels, test_images, test_labels = map(torch.from_numpy, mnist_files.load(use.data))
    network = torch.nn.Sequential(
        torch.nn.Linear(images.shape[1], use.hidden), torch.nn.ReLU(), torch.nn.Linear(use.hidden, 10))
    optimizer = torch.optim.SGD(network.parameters(), lr=use.lr)
    loss_of = torch.nn.CrossEntropyLoss()
    times = []
    for _ in range(use.epochs):
        start = time.perf_counter()
        order = torch.randperm(len(images))
        shuffled, answers = images[order], labels[order]  # one copy an epoch, then slices: faster than a DataLoader
        for first in range(0, len(images), use.batch):
            optimizer.zero_grad()
            loss_of(network(shuffled[first : first + use.batch]), answers[first : first + use.batch]).backward()
            optimizer.step()
        times.append(time.perf_counter() - start)
    with torch.no_grad():
        accuracy = (network(test_images).argmax(1) == test_labels).float().mean().item()
    print(json.dumps({"trainer": "PyTorch " + torch.__version__, "epoch_time_s": times, "accuracy_test": accuracy}))


main()
