"""A fully connected network in NumPy: forward, backward, update; the formulas are those of core/compute/backend.h.

The parameters are one flat vector, so that an update is a few operations and a process hands over one array.
To add an activation: a line in ACTIVATE and one in SLOPE; a loss: a function and its line in LOSS.
"""
import numpy as np

ACTIVATE = {
    "identity": lambda z: z,
    "relu": lambda z: np.maximum(z, 0, out=z),
    "sigmoid": lambda z: 1 / (1 + np.exp(-z)),
    "tanh": np.tanh,
}
SLOPE = {  # d *= f'(z), written with a = f(z)
    "identity": lambda a, d: d,
    "relu": lambda a, d: np.multiply(d, a > 0, out=d),
    "sigmoid": lambda a, d: d * (a * (1 - a)),
    "tanh": lambda a, d: d * (1 - a * a),
}


def softmax_cross_entropy(outputs, rows, y):
    z = outputs - outputs.max(axis=1, keepdims=True)
    delta = np.exp(z)
    sums = delta.sum(axis=1)
    loss = float((np.log(sums) - z[rows, y]).sum(dtype=np.float64))
    delta /= sums[:, None]
    delta[rows, y] -= 1
    return delta, loss


def mean_squared_error(outputs, rows, y):
    delta = outputs.copy()
    delta[rows, y] -= 1
    return delta * np.float32(2 / outputs.shape[1]), float((delta * delta).sum(dtype=np.float64)) / outputs.shape[1]


LOSS = {"softmax-cross-entropy": softmax_cross_entropy, "mean-squared-error": mean_squared_error}  # gradient of the sum, sum
SLOTS = {"sgd": 0, "momentum": 1, "adam": 2}
EVALUATION_SLICE = 1000


class Network:
    def __init__(self, spec, tensors):
        model = spec["model"]
        self.activations = [layer["activation"] for layer in model["layers"]]
        self.loss, self.optimizer = model["loss"], spec["optimizer"]
        if self.loss not in LOSS:
            raise SystemExit(f"this trainer does not know the loss '{self.loss}'")
        if unknown := set(self.activations) - set(ACTIVATE):
            raise SystemExit(f"this trainer does not know the activation '{unknown.pop()}'")
        if self.optimizer["kind"] not in SLOTS:
            raise SystemExit(f"this trainer does not know the optimizer '{self.optimizer['kind']}'")
        self.names = [layer.get("name") or f"layers.{number}" for number, layer in enumerate(model["layers"])]
        self.shapes = [tensors[name + ".weight"].shape for name in self.names]
        size = sum(units * inputs + units for units, inputs in self.shapes)
        self.parameters, self.gradient = np.empty(size, np.float32), np.zeros(size, np.float32)
        self.slots = [np.empty(size, np.float32) for _ in range(SLOTS[self.optimizer["kind"]])]
        for prefix, flat in self._vectors():
            for layer, (weight, bias) in zip(self.names, self.views(flat)):
                weight[...] = tensors.get(f"{prefix}{layer}.weight", 0)
                bias[...] = tensors.get(f"{prefix}{layer}.bias", 0)

    def _vectors(self):
        return [("", self.parameters)] + [(f"optimizer.{s}.", slot) for s, slot in enumerate(self.slots)]

    def views(self, flat):
        """[(W [units, inputs], b [units])] of each layer, in a flat vector."""
        layers, at = [], 0
        for units, inputs in self.shapes:
            middle, end = at + units * inputs, at + units * inputs + units
            layers.append((flat[at:middle].reshape(units, inputs), flat[middle:end]))
            at = end
        return layers

    def tensors(self):
        return {f"{prefix}{layer}.{name}": array for prefix, flat in self._vectors()
                for layer, pair in zip(self.names, self.views(flat)) for name, array in zip(("weight", "bias"), pair)}

    def outputs(self, x):
        """The outputs of every layer, x [rows, inputs] before them."""
        all_outputs = [x]
        for (weight, bias), activation in zip(self.views(self.parameters), self.activations):
            z = all_outputs[-1] @ weight.T
            z += bias
            all_outputs.append(ACTIVATE[activation](z))
        return all_outputs

    def judge(self, outputs, y):
        """(gradient of the loss's sum by `outputs` [rows, classes], loss sum, right answers)."""
        rows = np.arange(len(y))
        right = int((outputs.argmax(axis=1) == y).sum())
        return *LOSS[self.loss](outputs, rows, y), right

    def backward(self, x, y, batch):
        """Fills the gradient: the sum over these rows divided by `batch`, of which they may be a part."""
        outputs = self.outputs(x)
        delta, loss, right = self.judge(outputs[-1], y)
        delta *= np.float32(1 / batch)
        parameters, gradients = self.views(self.parameters), self.views(self.gradient)
        for layer in reversed(range(len(parameters))):
            delta = SLOPE[self.activations[layer]](outputs[layer + 1], delta)
            weight, bias = gradients[layer]
            np.matmul(delta.T, outputs[layer], out=weight)
            delta.sum(axis=0, out=bias)
            if layer > 0:
                delta = delta @ parameters[layer][0]
        return loss, right

    def update(self, rate, number):
        """One optimiser step with the gradient, which it overwrites; the formulas are in core/model/optimizer.h."""
        kind, g, use = self.optimizer["kind"], self.gradient, self.optimizer
        if decay := use.get("weight_decay", 0):
            g += np.float32(decay) * self.parameters
        if kind == "momentum":
            self.slots[0] *= np.float32(use["momentum"])
            self.slots[0] += g
            g[...] = self.slots[0]
        elif kind == "adam":
            first, second = (np.float32(use[name]) for name in ("beta1", "beta2"))
            m, v = self.slots
            m *= first
            m += (1 - first) * g
            v *= second
            v += (1 - second) * g * g
            g[...] = m / np.float32(1 - use["beta1"] ** number)
            g /= np.sqrt(v / np.float32(1 - use["beta2"] ** number)) + np.float32(use["epsilon"])
        elif kind != "sgd":
            raise SystemExit(f"this trainer has no formula for the optimizer '{kind}'")
        g *= np.float32(rate)
        self.parameters -= g

    def evaluate(self, split):
        loss_sum, right = 0.0, 0
        for first in range(0, len(split), EVALUATION_SLICE):
            part = slice(first, first + EVALUATION_SLICE)
            _, loss, good = self.judge(self.outputs(split.images[part])[-1], split.labels[part])
            loss_sum, right = loss_sum + loss, right + good
        return loss_sum, right
