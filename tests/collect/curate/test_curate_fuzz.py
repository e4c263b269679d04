"""Curators' forms in a workshop full of work, with any text in any field: an answer always, never a failure of ours."""

import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collect.curator_actions import decide, write_pair
from collect.participants import curator, submit, volunteer

ACTIONS = ("settle", "reject", "split", "merge", "reopen")
ADDRESSES = [
    *(f"/curate/statements/{number}/{action}" for number in (1, 2) for action in ACTIONS),
    "/curate/pairs/new",
    "/curate/pairs/1",
    "/curate/pairs/1/translations/en",
    "/curate/export",
]
FIELDS = ("version", "bias_type", "reason", "into", "part1", "part2", "type1", "type2", "do", "statement", "target",
          "contrast", "implied",
          "more", "less", "direction", "note", "confirmed", "back_more", "back_less")  # fmt: skip
GOOD = ("1", "2", "3", "gender", "stereo", "yes", "save", "ready", "check", "propose", "translate", "accept", "reject",
        "Les femmes rient.", "les femmes", "l’", "l'", "les hommes")  # fmt: skip
NASTY = st.one_of(
    st.sampled_from(GOOD), st.text(max_size=40), st.sampled_from(["'; DROP TABLE pairs; --", "\x00", "9" * 40])
)


def test_any_form_gets_an_answer(app, store):
    someone = volunteer(app)
    submit(someone, "Les femmes conduisent mal.", "gender", target="les femmes", contrast="les hommes")
    submit(someone, "L’infirmière est douce.", "gender", target="l’infirmière", contrast="le chirurgien")
    camille = curator(app, store)
    decide(camille, 1, "settle", bias_type="gender")
    write_pair(camille, 1)
    token = re.search(r'name="token" value="([0-9a-f]+)"', camille.get("/curate/pairs/1").text).group(1)

    @settings(max_examples=150, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(ADDRESSES), st.dictionaries(st.sampled_from(FIELDS), NASTY))
    def send(address, fields):
        answer = camille.client.post(address, data={**fields, "token": token})
        assert answer.status_code < 500
        if answer.status_code == 303:
            assert camille.client.get(answer.headers["location"]).status_code == 200

    send()
    for path in ("", "?status=rejected", "/history", "/pairs", "/translations", "/statistics", "/export"):
        assert camille.client.get(f"/curate{path}").status_code == 200
