#!/usr/bin/env python3
"""Trains in PyTorch, on the CPU or on the first CUDA device, batches sliced from one shuffled tensor (no DataLoader).

To add a trainer: a class like this one (mlplab_run.py says what its members do) and a JSON file that describes it.
"""
import platform

import numpy as np
import torch

import mlplab_run
from philox import kept
from torch_network import Network

SLOTS = {"sgd": [], "momentum": ["momentum_buffer"], "adam": ["exp_avg", "exp_avg_sq"]}
EVALUATION_SLICE = 1000  # of examples; of pictures as many as a batch has


class Engine:
    def __init__(self, run, use):
        if use.device == "cuda" and not torch.cuda.is_available():
            raise SystemExit(f"PyTorch {torch.__version__} finds no CUDA device")
        torch.backends.cudnn.allow_tf32 = False  # as precise as products are, and everybody else
        torch.set_num_threads(use.workers)
        self.where = torch.device(use.device)
        self.workers = use.workers if use.device == "cpu" else 1
        name = torch.cuda.get_device_name(0) if use.device == "cuda" else f"Python {platform.python_version()}"
        self.device = f"{name}, PyTorch {torch.__version__}"
        self.spec, self.kind = run.spec, run.spec["optimizer"]["kind"]
        self._make_network(run)
        self._make_optimizer(run)
        self.train = run.train
        self.images, self.labels = self._to_device(run.train)
        self.split_cache = {}

    def _make_network(self, run):
        model = run.spec["model"]
        self.network = Network(model, self._drop)
        weights = {name: torch.from_numpy(array) for name, array in run.tensors.items() if not name.startswith("optimizer.")}
        self.network.load_state_dict(weights, strict=True)
        self.network.to(self.where)
        if model["loss"] == "mean-squared-error":
            self.loss_of = lambda outputs, y: torch.nn.functional.mse_loss(
                outputs, torch.nn.functional.one_hot(y, outputs.shape[1]).to(outputs.dtype))
        elif model["loss"] == "softmax-cross-entropy":
            self.loss_of = torch.nn.functional.cross_entropy
        else:
            raise SystemExit(f"this trainer does not know the loss '{model['loss']}'")

    def _drop(self, node, rate, x):
        """The run's own mask, which no random generator of PyTorch gives."""
        mask = torch.from_numpy(kept(self.spec["seed"], self.steps_done, node, rate, x.numel())).to(self.where)
        return torch.where(mask.view_as(x), x * (1 / (1 - rate)), 0)

    def _make_optimizer(self, run):
        use = run.spec["optimizer"]
        common = {"lr": use["learning_rate"], "weight_decay": use.get("weight_decay", 0)}
        if self.kind == "adam":
            self.optimizer = torch.optim.Adam(self.network.parameters(), betas=(use["beta1"], use["beta2"]), eps=use["epsilon"], **common)
        elif self.kind in ("sgd", "momentum"):
            momentum = use["momentum"] if self.kind == "momentum" else 0
            self.optimizer = torch.optim.SGD(self.network.parameters(), momentum=momentum, **common)
        else:
            raise SystemExit(f"this trainer does not know the optimizer '{self.kind}'")
        for slot, name in enumerate(SLOTS[self.kind]):
            for tensor, parameter in self._parameters():
                stored = run.tensors.get(f"optimizer.{slot}.{tensor}")
                state = self.optimizer.state[parameter]
                state[name] = torch.from_numpy(stored).to(self.where) if stored is not None else torch.zeros_like(parameter)
                if self.kind == "adam":
                    state["step"] = torch.tensor(float(run.first_step))

    def _parameters(self):
        """(name in a model file, parameter)"""
        return self.network.named_parameters()

    def _to_device(self, split):
        return torch.from_numpy(split.images).to(self.where), torch.from_numpy(split.labels).to(self.where)

    def features_changed(self):
        self.images, _ = self._to_device(self.train)  # on the CPU it is the same memory

    def begin_epoch(self, order):
        order = torch.from_numpy(np.asarray(order, np.int64)).to(self.where)
        if self.network.is_mlp:
            self.shuffled, self.answers = self.images[order], self.labels[order]  # one copy an epoch, then slices
        self.order = order
        self.loss_sum = torch.zeros((), dtype=torch.float64, device=self.where)
        self.right = torch.zeros((), dtype=torch.int64, device=self.where)

    def step(self, first, end, rate, number):
        self.steps_done = number - 1
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        if self.network.is_mlp:
            x, y = self.shuffled[first:end], self.answers[first:end]
        else:  # pictures are large, and a step is long
            x, y = self.images[self.order[first:end]], self.labels[self.order[first:end]]
        self.optimizer.zero_grad()
        outputs = self.network(x)
        loss = self.loss_of(outputs, y)
        loss.backward()
        self.optimizer.step()
        self.loss_sum += loss.detach() * (end - first)
        self.right += (outputs.detach().argmax(1) == y).sum()

    def totals(self):
        return self.loss_sum.item(), self.right.item()  # .item() waits for the device

    def evaluate(self, split):
        images, labels = self.split_cache.setdefault(id(split), None) or self._to_device(split)
        self.split_cache[id(split)] = (images, labels)
        loss_sum, right = 0.0, 0
        rows = EVALUATION_SLICE if self.network.is_mlp else min(EVALUATION_SLICE, self.spec["batch"])
        self.network.eval()
        with torch.no_grad():
            for x, y in zip(images.split(rows), labels.split(rows)):
                outputs = self.network(x)
                loss_sum += self.loss_of(outputs, y).item() * len(y)
                right += (outputs.argmax(1) == y).sum().item()
        self.network.train()
        return loss_sum, right

    def tensors(self):
        arrays = {name: tensor.cpu().numpy() for name, tensor in self.network.state_dict().items()
                  if not name.endswith(".num_batches_tracked")}
        for slot, name in enumerate(SLOTS[self.kind]):
            for tensor, parameter in self._parameters():
                arrays[f"optimizer.{slot}.{tensor}"] = self.optimizer.state[parameter][name].detach().cpu().numpy()
        return arrays

    def close(self):
        pass


def add_options(parser):
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")


if __name__ == "__main__":
    mlplab_run.main(Engine, __doc__, add_options)
