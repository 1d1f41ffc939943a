"""The package as others get it: a wheel in a fresh environment, and a bare checkout."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = sorted(path.name.removesuffix(".schema.json") for path in (ROOT / "schemas").iterdir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from the checkout, offline."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True, timeout=120)
    [path] = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in a fresh environment, which sees our dependencies; return its bin."""
    folder = tmp_path_factory.mktemp("venv")
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(folder)],
        check=True,
        capture_output=True,
        timeout=120,
    )
    python = folder / "bin" / "python"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    inner = folder / "lib" / version / "site-packages"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps",
         "--no-index", "--disable-pip-version-check", "--quiet", str(wheel)],
        check=True,
        capture_output=True,
        timeout=120,
    )  # fmt: skip
    # The dependencies, as plain directories: .pth files in them, such as that of an editable
    # install of hookctl, are not read.
    outer = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *site.getsitepackages()}
    (inner / "dependencies.pth").write_text("\n".join(sorted(outer)) + "\n")
    return folder / "bin"


def hookctl(
    program: Sequence[str | Path], words: Sequence[str], folder: Path, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run hookctl outside the checkout, with nothing but HOME and PATH in its environment."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    return subprocess.run(
        [*map(str, program), *words],
        input=stdin,
        capture_output=True,
        cwd=folder,
        env={"HOME": str(home), "PATH": os.environ["PATH"]},
        timeout=60,
        check=False,
    )


def test_the_wheel_holds_the_package_the_schemas_and_the_sample(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {f"hooks_cli/schemas/{name}.schema.json" for name in SCHEMAS} <= set(names)
    assert "hooks_cli/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert any(name.endswith("sample-hooks.json") for name in names)
    modules = {str(path.relative_to(ROOT)) for path in (ROOT / "hooks_cli").rglob("*.py")}
    assert modules <= set(names)
    assert not [name for name in names if name.startswith(("tests/", "scripts/"))]
    metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
    text = zipfile.ZipFile(wheel).read(metadata).decode()
    required = {
        line.split()[1].split(">")[0] for line in text.splitlines() if "Requires-Dist" in line
    }
    assert required == {"click", "jsonschema", "pyyaml", "rich"}
    assert "Requires-Python: >=3.11" in text


def test_the_installed_program_is_the_one_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    code = "import hooks_cli; print(hooks_cli.__file__)"
    done = hookctl([installed / "python", "-c", code], [], tmp_path)
    assert str(installed.parent) in done.stdout.decode()
    done = hookctl([installed / "hookctl"], ["--version"], tmp_path)
    assert (done.returncode, done.stdout) == (0, b"hookctl, version 0.1.0\n")


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_found_in_the_wheel(installed: Path, tmp_path: Path, name: str) -> None:
    done = hookctl([installed / "hookctl"], ["show", "schema", name], tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(
        (ROOT / "schemas" / f"{name}.schema.json").read_text()
    )


def test_the_commands_work_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    program = [installed / "hookctl"]
    done = hookctl(program, ["show", "events", "--json"], tmp_path)
    assert len(json.loads(done.stdout)) == 35
    done = hookctl(program, ["show", "schema"], tmp_path)
    assert done.stdout.decode().split() == SCHEMAS
    sample = hookctl(program, ["show", "sample"], tmp_path)
    assert sample.stdout == (ROOT / "sample-hooks.json").read_bytes()
    (tmp_path / "hooks.json").write_bytes(sample.stdout)
    done = hookctl(program, ["check", "hooks.json"], tmp_path)
    assert done.returncode == 0, done.stdout
    payload = hookctl(program, ["show", "payload", "beforeShellExecution"], tmp_path).stdout
    assert json.loads(payload)["hook_event_name"] == "beforeShellExecution"
    hooks = {"beforeShellExecution": [{"name": "v", "command": "echo no >&2; exit 2"}]}
    (tmp_path / "own.json").write_text(json.dumps({"version": 1, "hooks": hooks}))
    words = ["dispatch", "beforeShellExecution", "--config", "own.json"]
    done = hookctl(program, words, tmp_path, payload)
    assert (done.returncode, json.loads(done.stdout)["hook"]) == (2, "v")


def test_a_project_is_scaffolded_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    """Templates, the sh library and the shipped rules have travelled along."""
    program = [installed / "hookctl"]
    assert hookctl(program, ["init"], tmp_path).returncode == 0
    words = ["new", "no-secrets", "--event", "beforeReadFile", "--lang", "sh"]
    assert hookctl(program, words, tmp_path).returncode == 0
    done = hookctl(program, ["test"], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    done = hookctl(program, ["shell", "explain", "rm -rf /"], tmp_path)
    assert b"rm" in done.stdout


def test_schemas_are_found_from_a_bare_checkout_and_from_the_installation_under_test(
    tmp_path: Path,
) -> None:
    bare = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    bare += "from hooks_cli.__main__ import main; main()"
    for program in ([sys.executable, "-c", bare], [sys.executable, "-P", "-m", "hooks_cli"]):
        done = hookctl(program, ["show", "schema", "config"], tmp_path)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["$id"] == "urn:hookctl:schema:config:1"
