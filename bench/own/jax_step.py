"""784-256-10 on JAX: a whole epoch is one compiled program, a scan over the steps. The examples that do not fill a last batch
are left out, in JAX's favour; compiling is not timed. A peer for bench/peers.
usage: jax_step.py MNIST_FOLDER BATCH EPOCHS THREADS     (held to THREADS cores with taskset)"""
import functools
import os
import sys
import time

folder, batch, epochs, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
os.environ["JAX_PLATFORMS"] = "cpu"
if threads == 1:
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax
import jax.numpy as jnp

import mnist

x, y, x_test, y_test = (jnp.asarray(array) for array in mnist.load(folder))
parameters = [jnp.asarray(array) for array in mnist.weights()]
rate = mnist.learning_rate(batch)
steps = len(y) // batch


def outputs(p, images):
    return jax.nn.relu(images @ p[0] + p[1]) @ p[2] + p[3]


def loss(p, images, labels):
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(outputs(p, images)), labels[:, None], 1))


@functools.partial(jax.jit, donate_argnums=0)
def epoch(p, key, images, labels):
    order = jax.random.permutation(key, len(labels))[:steps * batch].reshape(steps, batch)

    def step(now, rows):
        slopes = jax.grad(loss)(now, images[rows], labels[rows])
        return [value - rate * slope for value, slope in zip(now, slopes)], None

    return jax.lax.scan(step, p, order)[0]


key = jax.random.PRNGKey(0)
times = []
for number in range(epochs + 1):  # the first compiles
    key, now = jax.random.split(key)
    start = time.perf_counter()
    parameters = jax.block_until_ready(epoch(parameters, now, x, y))
    if number > 0:
        times.append(time.perf_counter() - start)
mnist.report(f"own step, JAX {jax.__version__}", batch, threads, times,
             float((outputs(parameters, x_test).argmax(1) == y_test).mean()))
