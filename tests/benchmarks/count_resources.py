"""What the CUDA kernels ask of each card, by NVRTC, which needs no card.

    python -m tests.benchmarks.count_resources           # 20 minutes on one core the first time
    python -m tests.benchmarks.count_resources --all     # at all orders at which kernels change

A row is a kernel of a sum, with the order of its expansions, where it has one. A column is an
architecture: the registers of a thread, the threads of a block, KiB of shared memory of a block
(static and dynamic), bytes of registers of a thread that spill into memory, and for translations
the variant: r(egisters), c(olumns), t(ensor cores), b(locks). A last line for each architecture has
the most of all, beside what a card has, and the bytes of all machine code."""

import argparse
import collections
import re

import jax

import jaxfmm
from jaxfmm.native import cards, nvrtc
from tests import asked_kernels

ARCHITECTURES = "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"


def found_of(row, dtype, few):
    """{kernel: {architecture: (kernel, resources)}} of the sums of a row. Kernels of different
    architectures are the same if they have the same function, order and place among those."""
    table = collections.defaultdict(dict)
    for architecture in ARCHITECTURES:
        calls = asked_kernels.table(dtype, few=few)[row]()
        seen = collections.Counter()
        for kernel in asked_kernels.kernels_of(row, architecture, calls):
            function = kernel.call.split("<")[0]
            if function == "shift":
                function = "m2m" if "true" in kernel.call else "l2l"
            name = f"{function} {kernel.order}".strip()
            seen[name] += 1
            options = kernel.config.options
            found = asked_kernels.resources(kernel.source, architecture, options)
            table[name, seen[name]][architecture] = kernel, found
    return table


def column(kernel, found):
    variant = re.match(r"translations_(.)", kernel.header)
    shared = (kernel.config.shared + found.shared) / 1024
    text = f"{found.registers}/{kernel.config.block}/{shared:.1f}/{found.spilled}"
    return f"{text}{variant[1] if variant else ''}"


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--all", action="store_true", help="all orders at which kernels change")
    few = not parser.parse_args(argv).all
    jax.config.update("jax_enable_x64", True)
    version = ".".join(map(str, nvrtc._version()))
    print(f"jaxfmm {jaxfmm.__version__}, jax {jax.__version__}, NVRTC {version}, compiled only")
    print("registers of a thread / threads / KiB of shared memory / bytes that spill, variant")
    print(f"{'':46s}" + " ".join(f"{name:>18s}" for name in ARCHITECTURES), flush=True)
    every, printed = collections.defaultdict(dict), set()
    for dtype in ("float32", "float64"):
        for row in asked_kernels.table(dtype, few=few):
            for (name, _), columns in found_of(row, dtype, few).items():
                known = all(k.source in every[a] for a, (k, _) in columns.items())
                for architecture, (kernel, found) in columns.items():
                    every[architecture][kernel.source] = kernel, found
                texts = [column(*columns[a]) if a in columns else "" for a in ARCHITECTURES]
                line = f"{dtype[5:]} {row:32.32s} {name:10s}", *texts
                # Not again for another sum, nor for another function of pairs that takes the same.
                if not known and line not in printed:
                    printed.add(line)
                    print(f"{line[0]:46s}" + " ".join(f"{t:>18s}" for t in texts), flush=True)
    print(
        "the most / what a card has: registers of a block, KiB of shared memory; spilling kernels"
    )
    for architecture, kernels in every.items():
        card = cards.card(architecture)
        block = max(f.registers * k.config.block for k, f in kernels.values())
        shared = max(k.config.shared + f.shared for k, f in kernels.values()) / 1024
        spilling = sum(f.spilled > 0 for _, f in kernels.values())
        code = sum(f.code for _, f in kernels.values()) / 2**20
        print(
            f"{architecture:7s} {block:6d} / {cards.REGISTERS}  {shared:6.1f} / "
            f"{card.shared / 1024:.0f}  {spilling:3d} of {len(kernels)} spill; "
            f"{code:.1f} MiB of machine code"
        )


if __name__ == "__main__":
    main()
