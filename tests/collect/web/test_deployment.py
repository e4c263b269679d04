"""The example files of a deployment: each is started or checked by the program it is for, their commands by ours."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from collect.browser import served
from collect.conftest import fresh_database
from collect.participants import Page
from epicene.collect.web.app import make_app
from epicene.collect.web.rate_limits import ServerSettings
from epicene.collect.web.serve import LOOPBACK, read_proxies

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "collect"
TESTS = ROOT / "tests" / "collect"
LONG = 120  # seconds: a test that waits for so long has failed


def program(name):
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/sbin")
    if not found:
        pytest.skip(f"{name} is not installed")
    return found


def checked(*command, **options):
    """What it says goes to a file: a program that goes on in the background would keep a pipe open."""
    with tempfile.TemporaryFile("w+") as said:
        done = subprocess.run(command, stdout=said, stderr=said, timeout=LONG, **options)
        said.seek(0)
        text = said.read()
    assert done.returncode == 0, text
    return text


class Front:
    """A web server in front of the workshop: where it listens, for https and for http, and a browser that asks it."""

    HOST = "collect.example.org"
    HTTP, HTTPS = 8080, 8443

    def __init__(self) -> None:
        self.address = f"127.{os.getpid() % 200 + 20}.{os.urandom(1)[0]}.{os.urandom(1)[0] % 250 + 2}"  # nobody else's

    def ask(self, method: str, path: str, port: int = HTTPS, **options) -> httpx.Response:
        scheme = "https" if port == self.HTTPS else "http"
        with httpx.Client(verify=False, timeout=LONG) as client:  # the certificate is the test's own
            headers = {"Host": self.HOST, **options.pop("headers", {})}
            extensions = {"sni_hostname": self.HOST}
            url = f"{scheme}://{self.address}:{port}{path}"
            return client.request(method, url, headers=headers, extensions=extensions, **options)

    def await_certificate(self) -> None:
        """Caddy listens before it has made one."""
        until = time.monotonic() + LONG
        while time.monotonic() < until:
            try:
                self.ask("GET", "/health.json")
                return
            except httpx.ConnectError:
                threading.Event().wait(0.02)
        pytest.fail("Caddy has no certificate")

    def agree(self, claimed: str) -> httpx.Response:
        """Somebody new, who says that they ask from an address of their choice."""
        page = self.ask("GET", "/consent")
        cookies = "; ".join(f"{name}={value}" for name, value in page.cookies.items())
        form = {**Page(page.text).forms[0]["fields"], "agree": "yes"}
        return self.ask("POST", "/consent", data=form, headers={"Cookie": cookies, "X-Forwarded-For": claimed})


@contextmanager
def nginx(front: Front, app: str, folder: Path):
    """The file as it is, but for the certificate, which is the test's own, and where it listens. The command returns
    when nginx listens."""
    command, openssl = program("nginx"), program("openssl")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    made = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN={front.HOST}"
    checked(openssl, *made.split(), "-keyout", str(key), "-out", str(certificate))
    server = (EXAMPLES / "nginx.conf").read_text()
    for pattern, place in (
        (r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate)),
        (r"/etc/letsencrypt/\S+/privkey.pem", str(key)),
        (r"listen 443", f"listen {front.address}:{front.HTTPS}"),
        (r"listen 80", f"listen {front.address}:{front.HTTP}"),
        (r"http://127.0.0.1:8000", app),
    ):
        server, count = re.subn(pattern, place, server)
        assert count == 1, pattern
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"pid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\nhttp {{\n{temporary}{server}\n}}\n"
    (folder / "nginx.conf").write_text(whole)
    checked(command, "-c", str(folder / "nginx.conf"), "-p", str(folder))
    try:
        yield
    finally:
        os.kill(int((folder / "pid").read_text()), signal.SIGTERM)


@contextmanager
def caddy(front: Front, app: str, folder: Path):
    """The file as it is, with certificates of Caddy's own instead of those that it would ask Let's Encrypt for."""
    command = program("caddy")
    settings = f"""{{
        admin off
        local_certs
        skip_install_trust
        default_bind {front.address}
        http_port {front.HTTP}
        https_port {front.HTTPS}
        storage file_system {folder}
    """
    text = (EXAMPLES / "Caddyfile").read_text()
    assert text.count("127.0.0.1:8000") == 1
    text = text.replace("{\n", settings, 1).replace("127.0.0.1:8000", app.removeprefix("http://"))
    (folder / "Caddyfile").write_text(text)
    started = ["start", "--adapter", "caddyfile", "--config", folder / "Caddyfile", "--pidfile", folder / "pid"]
    checked(command, *map(str, started), env={**os.environ, "HOME": str(folder)})
    try:
        front.await_certificate()
        yield
    finally:
        os.kill(int((folder / "pid").read_text()), signal.SIGTERM)


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def start(request, store, tmp_path):
    """A web server's own file in front of a workshop that lets one person start from one address."""

    @contextmanager
    def started(proxies):
        front = Front()
        folder = tmp_path / request.param.__name__
        folder.mkdir()
        folder.chmod(0o755)
        workshop = make_app(store, ServerSettings(identities_per_hour=1))
        with served(workshop, read_proxies(proxies)) as app, request.param(front, app, folder):
            yield front

    return started


def test_behind_its_web_server_the_workshop_speaks_https_and_knows_who_asks(start):
    with start(LOOPBACK) as front:
        plain = front.ask("GET", "/consent", Front.HTTP)
        assert plain.status_code in (301, 308)
        assert re.fullmatch(rf"https://{front.HOST}(:{Front.HTTPS})?/consent", plain.headers["location"])
        page = front.ask("GET", "/consent")
        assert page.status_code == 200
        assert "max-age" in page.headers["strict-transport-security"]
        cookie = page.headers["set-cookie"]
        assert cookie.startswith("__Host-")
        assert "Secure" in cookie
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        assert front.ask("POST", "/consent", content=b"x" * 70_000, headers=form).status_code == 413
        assert front.agree("203.0.113.1").status_code == 303
        assert front.agree("203.0.113.2").status_code == 429  # an address that one makes up is no other one


def test_a_web_server_that_is_not_trusted_is_not_believed(start):
    """As where `--trusted-proxy` names another."""
    with start(["10.9.9.9"]) as front:
        page = front.ask("GET", "/consent")
        assert page.status_code == 200
        assert "__Host-" not in page.headers["set-cookie"]
        assert "strict-transport-security" not in page.headers


@pytest.mark.parametrize("start", [nginx], ids=["nginx"], indirect=True)
def test_nginx_slows_down_a_flood_of_views_and_writes_no_address(start, tmp_path, monkeypatch):
    """Six at once and one a minute here, because a busy machine may not send as many as the file allows."""
    written = Path.read_text
    slow = {"rate=20r/s": "rate=1r/m", "burst=100": "burst=5"}

    def read(path, *options, **more):
        text = written(path, *options, **more)
        for old, new in slow.items() if path.name == "nginx.conf" else ():
            assert text.count(old) == 1
            text = text.replace(old, new)
        return text

    monkeypatch.setattr(Path, "read_text", read)
    with start(LOOPBACK) as front:
        statuses = [front.ask("GET", "/information").status_code for _ in range(8)]
        assert statuses == [200] * 6 + [429] * 2
        logged = b"".join(path.read_bytes() for path in tmp_path.rglob("*log*") if path.is_file())
        assert front.address.encode() not in logged
        assert b"127.0.0.1" not in logged


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


def test_the_commands_of_the_files_are_ours(tmp_path, monkeypatch, postgresql):
    """Those of Compose too, without Docker: they start, with the database in this folder, or with Compose's own
    variables on PostgreSQL."""
    from command import CliRunner
    from epicene.cli.main import app

    psycopg = pytest.importorskip("psycopg")
    seen = []
    monkeypatch.setattr("epicene.collect.web.serve.run", lambda web, socket, proxies: seen.append(proxies))
    monkeypatch.chdir(tmp_path)
    typed = sorted(commands(), key=lambda one: "backup" in one)
    composed = (EXAMPLES / "compose.yaml").read_text()
    assert set(re.findall(r"^      (EPICENE_\w+):", composed, re.M)) == {"EPICENE_COLLECT_DB", "EPICENE_COLLECT_KEY"}
    there = fresh_database(postgresql, f"test_{os.urandom(6).hex()}")
    assert len(typed) == 3
    for command in typed:
        words = shlex.split(
            command.replace("/var/lib/epicene-collect", str(tmp_path)).replace("--port 8000", "--port 0")
        )
        own = {"EPICENE_COLLECT_DB": there} if "--trusted-proxy" in words else {}
        port = ["--port", "0"] if "serve" in words and "--port" not in words else []
        done = CliRunner(env=own).invoke(app, [*words, *port])
        assert done.exit_code == 0, done.output
    with psycopg.connect(there) as connection:
        assert connection.execute("SELECT count(*) FROM campaigns").fetchone() == (1,)
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
