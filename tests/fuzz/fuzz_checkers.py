"""Cases for `fuzz.py` of the checker in C: spoilt certificates and noise, and nothing goes wrong.

`check.c` is compiled with the address and undefined-behaviour sanitizers into a program that checks
one file after another, each in memory that ends where the file does. What it says is what the
extension says, and of one in twenty what `check.py` says.
"""

import gzip
import random
import subprocess
import tempfile
from functools import cache
from io import BufferedReader, BytesIO
from pathlib import Path

from fuzz_readers import altered
from mutants import change_board, change_bytes, change_header, corpus

from inarow._check import check_file
from inarow.check import check as check_plainly

SOURCE = Path(__file__).parents[2] / "pyx/inarow/check.c"
MUTANTS = 200  # of a case
PROGRAM = """
#define CHECK_LIBRARY
#include "check.c"

typedef struct { unsigned char *data; size_t left, part; } File;

static long give(void *from, const unsigned char **block) {
    File *file = from;
    size_t length = file->left < file->part ? file->left : file->part;
    *block = file->data;
    file->data += length;
    file->left -= length;
    return (long)length;
}

int main(void) {
    unsigned char head[4];
    while (fread(head, 1, 4, stdin) == 4) {
        size_t length = head[0] | head[1] << 8 | head[2] << 16;
        unsigned char *data = malloc(length ? length : 1);
        File file = {data, fread(data, 1, length, stdin), head[3] + 1u};
        Check *check = calloc(1, sizeof *check);
        check->memory = 1 << 30;
        putchar('0' + check_run(check, give, &file));
        free(check);
        free(data);
    }
    return 0;
}
"""


@cache
def folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


@cache
def program() -> Path:
    source = Path(folder().name, "checks.c")
    source.write_text(PROGRAM, encoding="utf-8")
    safe = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-O1"]
    command = ["cc", *safe, f"-I{SOURCE.parent}", str(source), "-o", str(source.with_suffix(""))]
    subprocess.run(command, check=True)
    return source.with_suffix("")


@cache
def whole(seed: int) -> list[bytes]:
    return list(corpus(Path(folder().name, "whole"), seed))


def spoilt(data: bytes, rng: random.Random) -> bytes:
    if data.startswith(b"inarow certificate 3") and b" = " in data and rng.random() < 0.5:
        data = change_board(data, Path(folder().name, "other"), rng)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        try:
            data = rng.choice([change_bytes, change_bytes, change_header, altered])(data, rng)
        except (ValueError, IndexError):  # there is no header left to change
            data = altered(data, rng)
    return data


def run_checker_case(seed: int) -> int:
    rng = random.Random(seed)
    mutants = [spoilt(rng.choice(whole(seed // 100)), rng) for _ in range(MUTANTS)]
    heads = [len(data).to_bytes(3, "little") + rng.randbytes(1) for data in mutants]
    sent = b"".join(head + data for head, data in zip(heads, mutants, strict=True))
    done = subprocess.run([program()], input=sent, capture_output=True, check=False)
    assert done.returncode == 0 and not done.stderr, f"seed {seed}: {done.stderr.decode()}"
    assert len(done.stdout) == MUTANTS
    path = Path(folder().name, "mutant")
    for data, said in zip(mutants, done.stdout.decode(), strict=True):
        packed = gzip.compress(data, 1)
        verdict = check_file(BufferedReader(BytesIO(packed)))
        assert verdict.verified == (said == "0"), (seed, data, verdict)
        if rng.random() < 0.05:
            path.write_bytes(packed)
            assert check_plainly(path).verified == verdict.verified, (seed, data, verdict)
    return done.stdout.count(b"0")
