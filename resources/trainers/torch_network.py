"""A network of a run's spec (docs/file-formats.md, 'Networks') as a PyTorch module: the same nodes, tensors of the same names.

To add a kind of layer: a line in KINDS, and its name under `knows` in the trainers' JSON files.
"""
import torch
from torch import nn

ACTIVATIONS = {"identity": lambda x: x, "relu": torch.relu, "sigmoid": torch.sigmoid, "tanh": torch.tanh}


def pair(size):
    return tuple(size) if isinstance(size, list) else (size, size)


def picture(x):
    """[batch, channels, height, width] of a picture or a vector."""
    return x if x.dim() == 4 else x[:, :, None, None]


class BatchNorm(nn.modules.batchnorm._BatchNorm):
    """Of pictures and vectors, and of a batch of one number a channel, whose variance is 0."""

    def _check_input_dim(self, x):
        pass

    def forward(self, x):
        if not self.training or x.numel() > x.shape[1]:
            return super().forward(x)
        with torch.no_grad():
            self.running_mean.lerp_(x.flatten(), self.momentum)
            self.running_var.mul_(1 - self.momentum)
        return x * 0 * self.weight.view_as(x) + self.bias.view_as(x)  # of x too, whose gradient is 0 and not none


def dense(layer, inputs):
    linear = nn.Linear(inputs[0] * inputs[1] * inputs[2], layer["units"])
    return linear, lambda x: linear(x.flatten(1)), (layer["units"], 1, 1)


def conv2d(layer, inputs):
    conv = nn.Conv2d(inputs[0], layer["channels"], pair(layer["kernel"]), pair(layer.get("stride", 1)), pair(layer.get("padding", 0)),
                     bias=layer.get("bias", True))
    return conv, lambda x: conv(picture(x)), None


def pooling(pool):
    def make(layer, inputs):
        pooled = pool(pair(layer["kernel"]), pair(layer.get("stride", layer["kernel"])), pair(layer.get("padding", 0)))
        return None, lambda x: pooled(picture(x)), None
    return make


def batch_norm(layer, inputs):
    norm = BatchNorm(inputs[0], eps=layer.get("eps", 1e-5), momentum=layer.get("momentum", 0.1))
    return norm, norm, inputs


def normalize(layer, inputs):
    shape = (1, -1, 1, 1)
    mean, std = (torch.tensor(layer[name], dtype=torch.float32).view(shape) for name in ("mean", "std"))
    return None, lambda x: ((picture(x) - mean.to(x.device)) / std.to(x.device)).view(x.shape), inputs


def add(a, b):
    return a + b if a.dim() == b.dim() else picture(a) + picture(b)


# Each gives (module or None, function of its inputs, shape of its output; None: to be worked out).
KINDS = {
    "dense": dense,
    "conv2d": conv2d,
    "max_pool": pooling(nn.MaxPool2d),
    "average_pool": pooling(nn.AvgPool2d),
    "global_average_pool": lambda layer, inputs: (None, lambda x: picture(x).mean((2, 3)), (inputs[0], 1, 1)),
    "batch_norm": batch_norm,
    "add": lambda layer, inputs: (None, add, inputs),
    "flatten": lambda layer, inputs: (None, lambda x: x.flatten(1), (inputs[0] * inputs[1] * inputs[2], 1, 1)),
    "normalize": normalize,
    "activation": lambda layer, inputs: (None, lambda x: x, inputs),
}


class Network(nn.Module):
    """`model` is the member of a spec, or a network file whose `inputs` may be names. `drop(node, rate, x)` is what dropout does in
    training."""

    def __init__(self, model, drop):
        super().__init__()
        self.input_shape = tuple(model.get("input_shape") or (model["inputs"], 1, 1))
        self.is_mlp = all(layer["type"] == "dense" for layer in model["layers"])
        self.steps, shapes, names = [], [], []
        for node, layer in enumerate(model["layers"]):
            taken = [names.index(which) if isinstance(which, str) else which for which in layer.get("inputs") or [node - 1]]
            inputs = self.input_shape if taken[0] < 0 else shapes[taken[0]]
            shape = inputs
            if layer["type"] == "dropout":
                compute = self._dropout(node, layer["rate"], drop)
            elif layer["type"] in KINDS:
                module, compute, shape = KINDS[layer["type"]](layer, inputs)
                if module is not None:
                    self._place(layer.get("name") or f"layers.{node}", module)
            else:
                raise SystemExit(f"this trainer does not know the layer '{layer['type']}'")
            activation = layer.get("activation", "identity")
            if activation not in ACTIVATIONS:
                raise SystemExit(f"this trainer does not know the activation '{activation}'")
            if shape is None:
                with torch.no_grad():
                    shape = tuple(compute(torch.empty(1, *inputs, device="cpu")).shape[1:])
            self.steps.append((compute, taken, ACTIVATIONS[activation]))
            shapes.append(shape)
            names.append(layer.get("name"))
        last_use = {which: node for node, (_, taken, _) in enumerate(self.steps) for which in taken}
        self.done_after = [[which for which, last in last_use.items() if last == node] for node in range(len(self.steps))]

    def _dropout(self, node, rate, drop):
        return lambda x: drop(node, rate, x) if self.training and rate > 0 else x

    def _place(self, name, module):
        """Under `name`, whose dots are modules within modules."""
        where = self
        *parents, own = name.split(".")
        for parent in parents:
            if parent not in where._modules:
                where.add_module(parent, nn.Module())
            where = where._modules[parent]
        where.add_module(own, module)

    def forward(self, x):
        """x [batch, inputs] or pictures"""
        values = {-1: x.view(-1, *self.input_shape) if x.dim() == 2 else x}
        for node, (compute, taken, activate) in enumerate(self.steps):
            values[node] = activate(compute(*[values[which] for which in taken]))
            for which in self.done_after[node]:
                del values[which]
        return values[len(self.steps) - 1].flatten(1)
