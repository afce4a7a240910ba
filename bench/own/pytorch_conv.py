"""A network file of resources/networks on PyTorch: steps of training with plain SGD on one batch that is in memory, in both orders of
a picture's numbers. A peer for `bench/peers --pictures`; prints {mode: seconds a step}, JSON.
usage: pytorch_conv.py NETWORK_FILE BATCH CHANNELSxHEIGHTxWIDTH CLASSES THREADS SECONDS"""
import json
import os
import statistics
import sys
import time

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "resources", "trainers"))
from torch_network import Network

path, batch, shape, classes, threads, seconds = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5]), float(sys.argv[6])
torch.set_num_threads(threads)
torch.manual_seed(1)
with open(path, encoding="utf-8") as file:
    model = json.load(file)
model["input_shape"] = [int(size) for size in shape.split("x")]
model["layers"][-1]["units"] = classes
answers = {}
for mode, order in (("nchw", torch.contiguous_format), ("nhwc", torch.channels_last)):
    network = Network(model, lambda node, rate, x: torch.nn.functional.dropout(x, rate)).to(memory_format=order)
    x, y = torch.rand(batch, *model["input_shape"]).to(memory_format=order), torch.randint(0, classes, (batch,))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.01)
    times, begin = [], time.perf_counter()
    while len(times) < 4 or time.perf_counter() - begin < seconds:
        start = time.perf_counter()
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(network(x), y).backward()
        optimizer.step()
        times.append(time.perf_counter() - start)
    answers[mode] = statistics.median(times[1:])  # without the first, which makes the plans
answers["version"] = torch.__version__.split("+")[0]
print(json.dumps(answers))
