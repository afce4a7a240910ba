#!/usr/bin/env python3
"""The networks of resources/networks as PyTorch has them: loads our weights without renaming any, checks our answers, and
writes weights of its own with the answers that they give. Started by pytorch_exchange_test.cpp.
usage: pytorch_exchange.py TRAINERS_FOLDER FOLDER NAME...
"""
import json
import os
import sys

import numpy as np
import torch
from torch import nn

sys.path.insert(0, sys.argv[1])
import mlplab_run  # reads and writes safetensors

CLOSENESS = 1e-4  # of the largest answer


class Mlp(nn.Module):
    def __init__(self, inputs, classes):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(784, 256), nn.Linear(256, classes)])

    def forward(self, x):
        return self.layers[1](torch.relu(self.layers[0](x.flatten(1))))


class LeNet(nn.Module):
    def __init__(self, inputs, classes):
        super().__init__()
        self.conv1, self.conv2, self.pool = nn.Conv2d(inputs[0], 6, 5, padding=2), nn.Conv2d(6, 16, 5), nn.AvgPool2d(2)
        side = lambda pixels: (pixels // 2 - 4) // 2
        self.fc1 = nn.Linear(16 * side(inputs[1]) * side(inputs[2]), 120)
        self.fc2, self.fc3 = nn.Linear(120, 84), nn.Linear(84, classes)

    def forward(self, x):
        x = self.pool(torch.tanh(self.conv2(self.pool(torch.tanh(self.conv1(x))))))
        return self.fc3(torch.tanh(self.fc2(torch.tanh(self.fc1(x.flatten(1))))))


class Small(nn.Module):
    def __init__(self, inputs, classes):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(inputs[0], 32, 3, padding=1), nn.Conv2d(32, 64, 3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.fc1, self.fc2 = nn.Linear(64 * (inputs[1] // 4) * (inputs[2] // 4), 128), nn.Linear(128, classes)

    def forward(self, x):
        x = self.pool(torch.relu(self.conv2(self.pool(torch.relu(self.conv1(x))))))
        return self.fc2(torch.relu(self.fc1(x.flatten(1))))


class AlexNet(nn.Module):
    """As the UNAM study of 2023 builds it, the places in the lists included."""

    def __init__(self, inputs, classes):
        super().__init__()
        conv = lambda taken, given, stride=1: nn.Conv2d(taken, given, 3, stride, 1)
        self.features = nn.Sequential(
            conv(inputs[0], 64, 2), nn.MaxPool2d(2), nn.ReLU(), conv(64, 192), nn.MaxPool2d(2), nn.ReLU(), conv(192, 384), nn.ReLU(),
            conv(384, 256), nn.ReLU(), conv(256, 256), nn.MaxPool2d(2), nn.ReLU())
        self.classifier = nn.Sequential(nn.Dropout(0.5), nn.Linear(1024, 4096), nn.ReLU(), nn.Dropout(0.5), nn.Linear(4096, 4096),
                                        nn.ReLU(), nn.Linear(4096, classes))

    def forward(self, x):
        return self.classifier(self.features(x).flatten(1))


class Block(nn.Module):
    def __init__(self, taken, given, stride):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(taken, given, 3, stride, 1, bias=False), nn.BatchNorm2d(given)
        self.conv2, self.bn2 = nn.Conv2d(given, given, 3, 1, 1, bias=False), nn.BatchNorm2d(given)
        self.downsample = None
        if stride != 1 or taken != given:
            self.downsample = nn.Sequential(nn.Conv2d(taken, given, 1, stride, bias=False), nn.BatchNorm2d(given))

    def forward(self, x):
        around = x if self.downsample is None else self.downsample(x)
        return torch.relu(self.bn2(self.conv2(torch.relu(self.bn1(self.conv1(x))))) + around)


class ResNet34(nn.Module):
    """Named as in torchvision."""

    def __init__(self, inputs, classes):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(inputs[0], 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64)
        self.maxpool, taken = nn.MaxPool2d(3, 2, 1), 64
        for number, (given, blocks) in enumerate(((64, 3), (128, 4), (256, 6), (512, 3)), 1):
            chain = []
            for block in range(blocks):
                chain.append(Block(taken, given, 2 if block == 0 and number > 1 else 1))
                taken = given
            setattr(self, f"layer{number}", nn.Sequential(*chain))
        self.fc = nn.Linear(512, classes)

    def forward(self, x):
        x = self.maxpool(torch.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(x.mean((2, 3)))


NETWORKS = {"mlp": Mlp, "lenet5": LeNet, "cnn-small": Small, "alexnet-32": AlexNet, "resnet34": ResNet34}


def as_torchvision_has_it(network, classes):
    """Where torchvision is installed, ours is held against the original."""
    try:
        from torchvision.models import resnet34
    except ImportError:
        return
    shapes = lambda model: {name: tuple(tensor.shape) for name, tensor in model.state_dict().items()}
    if shapes(resnet34(num_classes=classes)) != shapes(network):
        sys.exit("the ResNet-34 of this script is not torchvision's")


def check(folder, name):
    path = lambda kind: os.path.join(folder, name + kind)
    notes, ours = mlplab_run.read_tensors(path(".ours.safetensors"))
    model = json.loads(notes["model"])
    inputs = model.get("input_shape") or [model["inputs"], 1, 1]
    pictures = torch.from_numpy(np.fromfile(path(".pictures"), "<f4").reshape(-1, *inputs))
    wanted = np.fromfile(path(".ours"), "<f4").reshape(len(pictures), -1)
    network = NETWORKS[name](inputs, wanted.shape[1])
    network.load_state_dict({tensor: torch.from_numpy(array) for tensor, array in ours.items()}, strict=True)
    network.eval()
    with torch.no_grad():
        off = np.abs(network(pictures).numpy() - wanted).max() / np.abs(wanted).max()
    if not off <= CLOSENESS:
        sys.exit(f"{name}: PyTorch's answers with our weights are off by {off:.2g} of the largest")
    if name == "resnet34" and inputs[0] == 3:
        as_torchvision_has_it(network, wanted.shape[1])

    torch.manual_seed(2)
    network = NETWORKS[name](inputs, wanted.shape[1])  # weights of its own, and running statistics that have run
    with torch.no_grad():
        for _ in range(2):
            network.train()(torch.randn_like(pictures) * 0.7 + 0.2)
        answers = network.eval()(pictures).numpy()
    answers.astype("<f4").tofile(path(".theirs"))
    theirs = {tensor: value.contiguous() for tensor, value in network.state_dict().items()}
    try:
        from safetensors.torch import save_file
        save_file(theirs, path(".theirs.safetensors"))
    except ImportError:
        mlplab_run.write_tensors(path(".theirs.safetensors"), {}, {tensor: value.numpy() for tensor, value in theirs.items()})


torch.set_num_threads(1)
for given in sys.argv[3:]:
    check(sys.argv[2], given)
