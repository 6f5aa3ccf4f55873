"""Builds the kernel: `python -m adjudge.field.build` puts it beside this file (see `adjudge.field.compiled`)."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from shutil import which
from sysconfig import get_config_var, get_path

from adjudge.field.compiled import SOURCE, fingerprint

FLAGS = ("-O2", "-fPIC", "-std=c11", "-ffp-contract=off")
"""The last one keeps the compiler from joining operations: Python would round between them."""


def build(folder: Path) -> Path:
    """Compiles the kernel into a folder, with the compiler that Python itself was made with, or this machine's."""
    made = folder / f"kernel{get_config_var('EXT_SUFFIX')}"
    compiler, *linking = shlex.split(get_config_var("LDSHARED"))
    linker = [compiler if which(compiler) else "cc", *linking]
    told = [f"-I{get_path('include')}", f'-DFINGERPRINT="{fingerprint()}"']
    subprocess.run([*linker, *FLAGS, *told, str(SOURCE), "-o", str(made), "-lm"], check=True)
    return made


if __name__ == "__main__":
    try:
        print(build(SOURCE.parent))
    except (OSError, subprocess.CalledProcessError) as problem:
        sys.exit(f"the kernel cannot be built: {problem}")
