"""Work for crews to do."""

import os
import signal


def doubled(job: bytes) -> bytes:
    return job + job


def done_by_whom(job: bytes) -> bytes:
    return str(os.getpid()).encode()


def dies_once(job: bytes) -> bytes:
    """Kills its own process, as a machine short of memory would, unless it left a mark there before."""
    try:
        os.close(os.open(job, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return b"done " + job
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def dies(job: bytes) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def fails(job: bytes) -> bytes:
    raise ValueError("no such luck")


def long_answer(job: bytes) -> bytes:
    """Far more than a pipe holds."""
    return bytes(40_000_000)
