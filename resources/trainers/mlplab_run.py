"""What the trainers of this folder share: the exchange folder, the event stream, the training loop (docs/file-formats.md).

A trainer gives main() a function that makes an engine from a Run: an object with
  device, workers                    in words, a number
  begin_epoch(order)                 order [n] says which example comes when
  features_changed()                 (where it keeps copies) run.train.images has other values now, for the next epoch
  step(first, end, rate, number)     trains on order[first:end]; `number` counts the run's steps from 1
  totals()                           (sum of the losses, right answers) since begin_epoch; waits for the device
  evaluate(split)                    the same sums over a Split
  tensors()                          {name: float32 array}, named and shaped as in a model file
  close()                            ends what it started
To add a trainer: a file like numpy_trainer.py and a JSON file beside it that describes it.
"""
import argparse
import gzip
import json
import math
import mmap
import os
import signal
import sys
import time

import numpy as np

REPORT_EVERY_S = 0.1
PROTOCOL = 1
DIVERGED = 5  # the exit codes of mlplab-cli


def read_idx(folder, name):
    """The array of an IDX file, gzipped or not."""
    for path, opener in ((name, open), (name + ".gz", gzip.open)):
        path = os.path.join(folder, path)
        if os.path.exists(path):
            with opener(path, "rb") as file:
                content = file.read()
            dimensions = content[3]
            shape = np.frombuffer(content, ">u4", dimensions, 4)
            return np.frombuffer(content, np.uint8, offset=4 + 4 * dimensions).reshape(shape)
    raise SystemExit(f"{folder} has no {name}(.gz); name a folder with the IDX files of MNIST")


class Split:
    """images [n, inputs] as float32 in [0, 1], labels [n]; in memory that processes share if they are to change"""

    def __init__(self, folder, stem, changes=False):
        images = read_idx(folder, stem + "-images-idx3-ubyte")
        self.labels = read_idx(folder, stem + "-labels-idx1-ubyte").astype(np.int64)
        self.images = images.reshape(len(self.labels), math.prod(images.shape[1:])) * np.float32(1 / 255)
        if changes:
            shared = np.frombuffer(mmap.mmap(-1, self.images.nbytes), np.float32).reshape(self.images.shape)
            shared[...] = self.images
            self.images = shared

    def replace(self, folder, name):
        """The images of a file, in place of those that were there."""
        np.multiply(read_idx(folder, name).reshape(self.images.shape), np.float32(1 / 255), out=self.images)

    def __len__(self):
        return len(self.labels)


TYPES = {"F32": "<f4", "I64": "<i8"}  # those of a model file: PyTorch counts batches in whole numbers


def read_tensors(path):
    """({name: text}, {name: array}) of a safetensors file."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    notes = header.pop("__metadata__", {})
    arrays = {}
    for name, entry in header.items():
        first, end = entry["data_offsets"]
        arrays[name] = np.frombuffer(data[first:end], TYPES[entry["dtype"]]).reshape(entry["shape"]).copy()
    return notes, arrays


def type_of(array):
    return "I64" if array.dtype == np.int64 else "F32"


def write_tensors(path, notes, arrays):
    """Replaces the file: a reader finds the old one or the new one, never half of one."""
    header, end = {"__metadata__": notes}, 0
    for name, array in arrays.items():
        header[name] = {"dtype": type_of(array), "shape": array.shape, "data_offsets": [end, end + array.nbytes]}
        end += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path + ".part", "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for array in arrays.values():
            file.write(np.ascontiguousarray(array, TYPES[type_of(array)]).tobytes())
    os.replace(path + ".part", path)


def learning_rate(optimizer, step, steps):
    """Of step `step` (from 0) of `steps`; the formulas are in core/model/optimizer.h."""
    peak, now = optimizer["learning_rate"], min(step, steps - 1)
    t = now / steps
    between = lambda high, low, part: low + (high - low) * (1 + math.cos(math.pi * part)) / 2
    schedule = optimizer.get("schedule", "constant")
    if schedule == "constant":
        return peak
    if schedule == "step":
        return peak * 0.1 ** (3 * now // steps)
    if schedule == "cosine":
        return between(peak, 0.0, t)
    if schedule == "one-cycle":
        return between(peak / 25, peak, t / 0.3) if t < 0.3 else between(peak, peak / 250_000, (t - 0.3) / 0.7)
    raise SystemExit(f"this trainer does not know the schedule '{schedule}'")


def is_curve_point(step, steps):
    """Whether the first `step` of an epoch's `steps` end where a curve has a point: the first step at which each tenth is done."""
    return any(-(-tenth * steps // 10) == step for tenth in range(1, 11))


class Run:
    """A run as the exchange folder describes it."""

    def __init__(self, folder, workers):
        self.folder, self.workers = folder, workers
        with open(self._path("spec.json"), encoding="utf-8") as file:
            self.spec = json.load(file)
        self.notes, self.tensors = read_tensors(self._path("initial.safetensors"))
        self.first_epoch, self.first_step = int(self.notes["epochs_done"]), int(self.notes["steps_done"])
        self.augments = bool(self.spec.get("data", {}).get("augmentation"))
        self.train, self.test = Split(self._path("data"), "train", self.augments), Split(self._path("data"), "t10k")
        has_validation = os.path.exists(self._path("data/validation-labels-idx1-ubyte"))
        self.validation = Split(self._path("data"), "validation") if has_validation else None
        self.rates = self._rates()
        whole, rest = divmod(len(self.train), self.spec["batch"])
        self.steps_per_epoch = whole + (rest > 0 and self.rates is None)

    def _rates(self):
        """Of a learning-rate search: a rate for each step. Its epochs are of whole batches, and each step is reported."""
        path = self._path("rates.f32")
        return np.fromfile(path, "<f4").tolist() if os.path.exists(path) else None

    def _path(self, name):
        return os.path.join(self.folder, name)

    def order(self, epoch):
        """order.u32 ends with the run's last epoch."""
        count = len(self.train)
        rows = os.path.getsize(self._path("order.u32")) // (4 * count)
        return np.fromfile(self._path("order.u32"), "<u4", count, offset=4 * count * (rows - self.spec["epochs"] + epoch))

    def take_pictures(self):
        """Those of the epoch that comes, made by mlplab: it replaces them before it says that the weights are taken."""
        self.train.replace(self._path("data"), "epoch-images-idx3-ubyte")

    def say(self, event, **members):
        finite = {k: None if isinstance(v, float) and not math.isfinite(v) else v for k, v in members.items()}
        print(json.dumps({"event": event, **finite}), flush=True)

    def start(self, engine):
        self.say("hello", protocol=PROTOCOL)
        self.say("run_started", spec=self.spec, device=engine.device, workers=engine.workers, dataset_hash="",
                 train_examples=len(self.train), test_examples=len(self.test), steps_per_epoch=self.steps_per_epoch,
                 first_epoch=self.first_epoch)

    def save(self, engine, epoch, steps):
        """Before the epoch is reported as done: who reads of it finds its weights."""
        notes = {**self.notes, "epochs_done": str(epoch), "steps_done": str(steps)}
        write_tensors(self._path("state.safetensors"), notes, engine.tensors())

    def wait_until_taken(self):
        """The weights have been read and evaluated, and may be replaced; until then the cores are not ours alone."""
        if not sys.stdin.isatty():
            sys.stdin.readline()


class OwnRun(Run):
    """A run without an exchange folder, for bench/peers and for trying a trainer out; prints one JSON object."""

    def __init__(self, use):
        self.workers, self.first_epoch, self.first_step, self.augments, self.rates = use.workers, 0, 0, False, None
        widths = [int(width) for width in use.network.split("-")]
        hidden = [{"type": "dense", "units": units, "activation": "relu"} for units in widths[1:-1]]
        self.spec = {"model": {"inputs": widths[0], "loss": "softmax-cross-entropy",
                               "layers": hidden + [{"type": "dense", "units": widths[-1], "activation": "identity"}]},
                     "optimizer": {"kind": "sgd", "learning_rate": use.lr, "weight_decay": 0.0},
                     "batch": use.batch, "epochs": use.epochs, "eval_every": use.epochs, "target_accuracy": None}
        self.random, self.tensors = np.random.default_rng(use.seed), {}
        for layer, (fan_in, units) in enumerate(zip(widths, widths[1:])):  # He, uniform
            limit = math.sqrt(6 / fan_in)
            self.tensors[f"layers.{layer}.weight"] = self.random.uniform(-limit, limit, (units, fan_in)).astype(np.float32)
            self.tensors[f"layers.{layer}.bias"] = np.zeros(units, np.float32)
        self.train, self.test, self.validation = Split(use.data, "train"), Split(use.data, "t10k"), None
        self.steps_per_epoch = -(-len(self.train) // use.batch)
        self.times = []

    def order(self, epoch):
        return self.random.permutation(len(self.train))

    def say(self, event, **members):
        if event == "epoch_done":
            self.times.append(members["epoch_time_s"])
            self.accuracy = members["accuracy_test"]
        elif event == "run_ended":
            print(json.dumps({"trainer": self.device, "epoch_time_s": self.times, "accuracy_test": self.accuracy}))

    def start(self, engine):
        self.device = engine.device

    def save(self, engine, epoch, steps):
        pass

    def wait_until_taken(self):
        pass


class Stopped(Exception):
    """The user asked the run to end."""


class Diverged(Exception):
    """A loss or a weight is no finite number."""


class Loop:
    """The training loop: what core/training/trainer.cpp does, with the same clock rules."""

    def __init__(self, run, engine):
        self.run, self.engine, self.spec = run, engine, run.spec
        self.epochs_done, self.steps_done = run.first_epoch, run.first_step
        self.train_time_s, self.eval_time_s, self.time_to_target_s = 0.0, 0.0, None
        self.reason, self.stopping = "", False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)

    def _stop(self, *_):
        self.stopping = True

    def go(self):
        self.run.start(self.engine)
        status, failure = "done", None
        try:
            while self.epochs_done < self.spec["epochs"] and self.time_to_target_s is None:
                self._epoch(self.epochs_done)
        except Stopped:
            status = "stopped"
        except Diverged as what:
            status, failure = "failed", DIVERGED
            self.reason = (f"training diverged in epoch {self.epochs_done + 1}: {what}; the weights after epoch "
                           f"{self.epochs_done} are kept, try a lower learning rate")
        self.run.say("run_ended", status=status, reason=self.reason, failure=failure, epochs_done=self.epochs_done,
                     train_time_s=self.train_time_s, eval_time_s=self.eval_time_s, time_to_target_s=self.time_to_target_s)
        return failure or 0

    def _epoch(self, epoch):
        spec, batch, count = self.spec, self.spec["batch"], len(self.run.train)
        steps, rates = self.run.steps_per_epoch, self.run.rates
        order = self.run.order(epoch)
        if self.run.augments:
            self.run.take_pictures()
            getattr(self.engine, "features_changed", lambda: None)()
        start_s, mark = self.train_time_s, time.perf_counter()  # the clock stands still while a report is written
        self.engine.begin_epoch(order)
        reported = (0, 0.0, 0, start_s)  # at the curve's last point: examples, loss sum, right answers, training time
        reported_at = mark
        for step in range(steps):
            if rates and self.steps_done == len(rates):
                raise Stopped  # all were tried
            rate = rates[self.steps_done] if rates else learning_rate(spec["optimizer"], self.steps_done, steps * spec["epochs"])
            end = min((step + 1) * batch, count)
            self.steps_done += 1
            self.engine.step(step * batch, end, rate, self.steps_done)
            at_point = rates or is_curve_point(step + 1, steps)
            if at_point or self.stopping or time.perf_counter() - reported_at > REPORT_EVERY_S:
                loss_sum, right = self.engine.totals()
                now = time.perf_counter()
                self.train_time_s += now - mark
                sums = (end, loss_sum, right, self.train_time_s)
                self._report("step_done" if at_point else "progress", epoch, step + 1, rate, reported, sums)
                reported = sums if at_point else reported
                if self.stopping and step + 1 < steps:
                    raise Stopped
                mark = reported_at = time.perf_counter()
        self._finish(epoch + 1, self.train_time_s - start_s, loss_sum / end, right / end)

    def _report(self, event, epoch, step, rate, before, now):
        if not math.isfinite(now[1]):
            raise Diverged("the loss is not a finite number any more")
        examples, loss_sum, right, time_s = (b - a for a, b in zip(before, now))
        self.run.say(event, epoch=epoch, step=self.steps_done, epochs=epoch + step / self.run.steps_per_epoch,
                     loss=loss_sum / examples, accuracy=right / examples, images_per_s=examples / max(time_s, 1e-9),
                     learning_rate=rate, train_time_s=self.train_time_s)

    def _finish(self, epoch, time_s, loss, accuracy):
        if not all(np.isfinite(array).all() for array in self.engine.tensors().values()):
            raise Diverged("a weight is not a finite number any more")
        done = {"epoch": epoch, "loss_train": loss, "accuracy_train": accuracy, "epoch_time_s": time_s,
                "images_per_s": len(self.run.train) / max(time_s, 1e-9), "train_time_s": self.train_time_s,
                "loss_test": None, "accuracy_test": None, "loss_validation": None, "accuracy_validation": None}
        start = time.perf_counter()
        if epoch % self.spec.get("eval_every", 1) == 0 or epoch == self.spec["epochs"]:
            for name, split in (("test", self.run.test), ("validation", self.run.validation)):
                if split:
                    loss_sum, right = self.engine.evaluate(split)
                    done["loss_" + name], done["accuracy_" + name] = loss_sum / len(split), right / len(split)
        done["eval_time_s"] = time.perf_counter() - start
        self.eval_time_s += done["eval_time_s"]
        self.run.save(self.engine, epoch, self.steps_done)
        self.epochs_done = epoch
        target = self.spec.get("target_accuracy")
        if target is not None and done["accuracy_test"] is not None and done["accuracy_test"] >= target:
            self.time_to_target_s = self.train_time_s
            self.reason = f"the target accuracy was reached after epoch {epoch}"
        self.run.say("epoch_done", **done)
        self.run.wait_until_taken()


def main(make_engine, about, add_options=lambda parser: None):
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--exchange", help="the exchange folder of a run")
    parser.add_argument("--workers", type=int, default=1)
    alone = parser.add_argument_group("without an exchange folder: a network and order of its own, one JSON object on stdout")
    alone.add_argument("--data", help="a folder with the IDX files of MNIST")
    alone.add_argument("--network", default="784-256-10")
    alone.add_argument("--batch", type=int, default=64)
    alone.add_argument("--lr", type=float, default=0.1)
    alone.add_argument("--epochs", type=int, default=5)
    alone.add_argument("--seed", type=int, default=1)
    add_options(parser)
    use = parser.parse_args()
    if (use.exchange is None) == (use.data is None):
        parser.error("name either --exchange or --data")
    run = Run(use.exchange, use.workers) if use.exchange else OwnRun(use)
    engine = make_engine(run, use)
    try:
        code = Loop(run, engine).go()
    except BrokenPipeError:  # nobody listens any more
        sys.stdout = None
        code = 1
    finally:
        engine.close()
    sys.exit(code)
