"""Whose word about the client is taken, and what is said of a server that anybody can listen in on."""

import asyncio

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from collect.own_loop import apart
from collect.participants import collect
from epicene.collect.web.serve import LOOPBACK, is_local, read_proxies
from epicene.core.errors import InputError


def told(proxies, client):
    """The address and scheme that the app sees of a request that claims to come from elsewhere over https."""
    seen = []

    async def app(scope, receive, send):
        seen.append((scope["client"][0], scope["scheme"]))

    claims = [(b"x-forwarded-for", b"198.51.100.7"), (b"x-forwarded-proto", b"https")]
    scope = {"type": "http", "client": (client, 4711), "scheme": "http", "headers": claims}
    apart(asyncio.run, ProxyHeadersMiddleware(app, read_proxies(proxies))(scope, None, None))
    return seen[0]


def test_only_a_trusted_proxy_may_say_who_asks():
    """An address that could be made up would be no limit at all."""
    for proxies, client, is_believed in (
        (LOOPBACK, "127.0.0.1", True),
        (LOOPBACK, "203.0.113.9", False),
        (["10.1.0.0/24"], "10.1.0.200", True),
        (["10.1.0.0/24"], "10.1.1.200", False),
        (["10.1.0.2"], "127.0.0.1", False),
    ):
        expected = ("198.51.100.7", "https") if is_believed else (client, "http")
        assert told(proxies, client) == expected, (proxies, client)


@pytest.mark.parametrize("wrong", ["*", "proxy.example", "10.0.0.0/99", ""])
def test_a_proxy_is_named_by_its_address(wrong):
    with pytest.raises(InputError, match="--trusted-proxy"):
        read_proxies([wrong])


def test_an_address_that_others_reach_is_told_from_one_that_they_do_not():
    assert [is_local(host) for host in ("127.0.0.1", "::1", "localhost", "127.9.9.9")] == [True] * 4
    assert [is_local(host) for host in ("0.0.0.0", "::", "192.168.1.5", "example.org")] == [False] * 4


def test_serving_others_over_plain_http_is_warned_of(store, monkeypatch, capsys):
    from epicene.collect.web import serve as serving

    seen = []
    monkeypatch.setattr(serving, "run", lambda web, socket, proxies: seen.append(proxies))
    db = str(store.url.database)
    for host, proxies, warns in (("127.0.0.1", None, False), ("0.0.0.0", None, True), ("0.0.0.0", ["10.0.0.2"], False)):
        collect("serve", db=db, host=host, port=0, trusted_proxy=proxies)
        assert ("plain HTTP" in capsys.readouterr().err) == warns
    assert seen == [["127.0.0.1/32", "::1/128"]] * 2 + [["10.0.0.2/32"]]
