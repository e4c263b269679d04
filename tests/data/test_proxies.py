"""Through which proxy an address is reached."""

import pytest

from epicene.core.errors import InputError
from epicene.data.http_client import connection_options, is_without_proxy

VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.mark.parametrize(
    ("host", "names", "expected"),
    [
        ("10.1.2.3", "10.0.0.0/8", True),
        ("11.1.2.3", "10.0.0.0/8", False),
        ("fe80::1", "localhost,fe80::/10", True),
        ("models.example.org", ".example.org", True),
        ("models.example.org", "*.example.org", True),
        ("example.org.evil", "example.org", False),
        ("anexample.org", "example.org", False),
        ("anything", "*", True),
        ("127.0.0.1", "not/a/network,127.0.0.1", True),
        ("127.0.0.1", "", False),
    ],
)
def test_no_proxy_names_hosts_domains_and_networks(host: str, names: str, expected: bool) -> None:
    assert is_without_proxy(host, names) is expected


def test_the_proxy_of_the_scheme_comes_before_that_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("all_proxy", "socks://127.0.0.1:1080/")
    monkeypatch.setenv("https_proxy", "proxy.example.org:3128")
    assert connection_options("https://hub.example.org").proxy == "http://proxy.example.org:3128"
    assert connection_options("http://hub.example.org").proxy == "socks5://127.0.0.1:1080/"
    monkeypatch.setenv("no_proxy", "10.0.0.0/8")
    assert connection_options("http://10.1.2.3:8000/v1").proxy is None


def test_every_usable_proxy_makes_a_client_and_others_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import httpx

    for proxy in ("socks5://127.0.0.1:1", "socks5h://127.0.0.1:1", "http://127.0.0.1:1"):
        monkeypatch.setenv("all_proxy", proxy)
        httpx.Client(**connection_options("http://hub.example.org").for_httpx()).close()
    monkeypatch.setenv("all_proxy", "ftp://127.0.0.1:1")
    with pytest.raises(InputError, match=r"ftp://127\.0\.0\.1:1 is not a usable proxy"):
        connection_options("http://hub.example.org")


def test_certificates_are_those_of_the_first_variable_that_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "own.pem")
    assert connection_options("https://x.example.org").certificates == "own.pem"
