"""The example files of a deployment: each is checked by the program it is for, and their commands by ours."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "collect"
TESTS = ROOT / "tests" / "collect"


def program(name):
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/sbin")
    if not found:
        pytest.skip(f"{name} is not installed")
    return found


def checked(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_caddy_takes_its_file():
    checked(program("caddy"), "validate", "--adapter", "caddyfile", "--config", str(EXAMPLES / "Caddyfile"))


def test_nginx_takes_its_file(tmp_path):
    """With a certificate of our own, and nothing outside of the test's folder."""
    nginx, openssl = program("nginx"), program("openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    checked(openssl, *f"req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=x -keyout {key} -out {certificate}".split())
    server = (EXAMPLES / "nginx.conf").read_text()
    for name, path in (("fullchain", certificate), ("privkey", key)):
        server = re.sub(rf"/etc/letsencrypt/\S+/{name}.pem", str(path), server)
    whole = f"pid {tmp_path}/pid;\nerror_log {tmp_path}/log;\nevents {{}}\nhttp {{\n{server}\n}}\n"
    (tmp_path / "nginx.conf").write_text(whole)
    checked(nginx, "-t", "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path))


def test_systemd_takes_its_units(tmp_path):
    analyze = program("systemd-analyze")
    for unit in EXAMPLES.glob("epicene-collect*"):
        text = unit.read_text().replace("/opt/epicene/bin/epicene", shutil.which("true") or "/bin/true")
        (tmp_path / unit.name).write_text(text)
    said = checked(analyze, "verify", "--man=no", *(str(path) for path in tmp_path.iterdir()))
    assert "epicene" not in said


def commands():
    for unit in EXAMPLES.glob("*.service"):
        yield from re.findall(r"^ExecStart=\S+/epicene (.*)$", unit.read_text(), re.MULTILINE)
    yield from re.findall(r"^    command: epicene (.*)$", (EXAMPLES / "compose.yaml").read_text(), re.MULTILINE)


def test_the_commands_of_the_files_are_ours(tmp_path, monkeypatch):
    """Those of Compose too, without Docker: they start, with the database in this folder."""
    from typer.testing import CliRunner

    from epicene.cli.main import app

    seen = []
    monkeypatch.setattr("epicene.collect.web.serve.run", lambda web, socket, proxies: seen.append(proxies))
    monkeypatch.chdir(tmp_path)
    typed = sorted(commands(), key=lambda one: "backup" in one)
    assert len(typed) == 3
    for command in typed:
        words = shlex.split(
            command.replace("/var/lib/epicene-collect", str(tmp_path)).replace("--port 8000", "--port 0")
        )
        done = CliRunner().invoke(
            app, [*words, *(["--port", "0"] if "serve" in words and "--port" not in words else [])]
        )
        assert done.exit_code == 0, done.output
    assert ["172.30.0.2/32"] in seen
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_the_table_of_requirements_names_tests_that_are_there():
    text = (ROOT / "docs" / "collect-security.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", text))
    there = {
        name for path in TESTS.rglob("test_*.py") for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)
    }
    assert len(named) > 40
    assert named - there == set()
    for line in text.splitlines():
        if re.match(r"\| \d", line):
            assert "`test_" in line or "**not met**" in line or "does not apply" in line, line
