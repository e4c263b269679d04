"""A campaign's own files: texts, messages, types, countries, look; several campaigns open at once."""

import html
import json
import re

import pytest
from sqlalchemy import select

from epicene.collect.campaign_files import (
    CampaignSettings,
    contrast,
    own_settings,
    read_folder,
    rendered,
    write_template,
)
from epicene.collect.campaigns import CampaignSentence, add_sentences, all_campaigns, open_campaign, replace_files
from epicene.collect.message_catalogue import SiteLanguage
from epicene.collect.store import schema
from epicene.collect.store.schema import CampaignFile, JudgmentRow, Participant, Statement, TaskItem
from epicene.collect.web.app import make_app
from epicene.core.errors import InputError

from .conftest import ORGANISER, UNLIMITED, forget_campaigns
from .participants import Browser, collect, column, curator, judge_category, judge_fluency, submit, volunteer

PNG = b"\x89PNG\r\n\x1a\n"
TOML = 'types = ["caste", "gender", "other"]\ncountries = ["br", "pt"]\n[colours]\naccent = "#7a1f5c"\n'


@pytest.fixture
def folder(tmp_path):
    """A campaign in Portuguese, with a few messages of its own."""
    made = tmp_path / "files"
    made.mkdir()
    (made / "consent.pt.md").write_text("# Antes de começar\n\nLeia <b>isto</b>.\n", encoding="utf-8")
    (made / "information.pt.md").write_text("Quem somos.\n", encoding="utf-8")
    (made / "helpline.pt.md").write_text("Ligue para **188**.\n", encoding="utf-8")
    (made / "guidelines-category.pt.md").write_text("- Sim: isto.\n- Não: aquilo.\n", encoding="utf-8")
    messages = "language--name = Português\nhome--take-part = Participar\nbias--caste = Casta\n"
    (made / "messages.pt.ftl").write_text(messages, encoding="utf-8")
    (made / "controls.json").write_text(json.dumps({"fluency": [["Faz frio hoje.", ["yes"]]]}), encoding="utf-8")
    (made / "campaign.toml").write_text(TOML, encoding="utf-8")
    (made / "logo.png").write_bytes(PNG)
    return made


@pytest.fixture
def site(store, folder):
    with store.writing.begin() as session:
        sentence = CampaignSentence("test:1", "As mulheres dirigem mal.", "gender")
        open_campaign(session, "Nossos", "pt", *ORGANISER, [sentence], files=read_folder(folder), alongside=True)
    return make_app(store, UNLIMITED)


def put_in_force(store, folder):
    with store.writing.begin() as session:
        replace_files(session, all_campaigns(session)[0], read_folder(folder))


def items(store, *columns):
    """Of the second campaign's sentences and controls."""
    with store.reading() as session:
        found = session.execute(
            select(*columns).where(TaskItem.campaign_id == 2, TaskItem.active).order_by(TaskItem.id)
        )
        return [tuple(row) for row in found]


def test_texts_types_countries_and_look_are_the_campaigns_own(site, store):
    browser = Browser(site)
    assert browser.get("/campaigns/2/logo.png").content == PNG
    assert "Participar" in browser.get("/language/pt?next=/").text
    assert "&lt;b&gt;isto" in browser.get("/consent").text
    browser.send("/consent", "/consent", agree="yes")
    for path, shown in (
        ("/", '<html lang="pt">'),
        ("/", 'src="/campaigns/2/logo.png"'),
        ("/campaigns/2/colours.css", "--accent: #7a1f5c"),
        ("/about-you", '<option value="br">BR</option>'),
        ("/leave", "<strong>188</strong>"),
        ("/tasks/category", "<li>Sim: isto.</li>"),
        ("/tasks/statement", "Casta"),
    ):
        assert shown in browser.get(path).text, path
    assert submit(browser, "Uma frase.", "religion").status_code == 422
    assert submit(browser, "Uma frase.", "caste").status_code == 200
    judge_category(browser, "caste")
    assert column(store, Statement.bias_type) == ["caste"]
    versions = dict(column(store, CampaignFile.name, CampaignFile.version))
    (version,) = column(store, Participant.consent_version)
    assert version == f"pt-{versions['consent.pt.md'][:6]}-{versions['information.pt.md'][:6]}"
    assert ("Faz frio hoje.", True) in items(store, TaskItem.text, TaskItem.control)


def test_a_text_that_is_replaced_stays_for_those_who_agreed_to_it(site, store, folder):
    (folder / "consent.pt.md").write_text("Outro texto.\n", encoding="utf-8")
    (folder / "logo.png").unlink()
    put_in_force(store, folder)
    files = column(store, CampaignFile.name, CampaignFile.replaced_at)
    assert [when is None for name, when in files if name == "consent.pt.md"] == [False, True]
    assert [when is None for name, when in files if name == "logo.png"] == [False]
    assert "Outro texto." in Browser(site).get("/consent").text


def test_a_message_is_text_whatever_it_looks_like(store, folder):
    """Messages with nothing to fill in are put into the templates, which would compute what stands between braces."""
    (folder / "messages.pt.ftl").write_text('home--take-part = { "{{ 7 * 7 }} {{ 8 * 8 }}" }\n')
    with store.writing.begin() as session:
        open_campaign(session, "Nossos", "pt", *ORGANISER, files=read_folder(folder))
    page = Browser(make_app(store, UNLIMITED)).get("/language/pt?next=/").text
    assert not {"49", "64"} & set(re.findall(r"\d+", page.replace("&#1", "")))
    assert "{{ 8 * 8 }}" in html.unescape(page)


def test_neither_a_message_nor_what_it_fills_in_is_markup():
    message = SiteLanguage("en", {"x": "<b>{ $name }</b>"}).markup("x", name="<i>")
    assert message == "&lt;b&gt;&lt;i&gt;&lt;/b&gt;"


def test_other_controls_come_with_the_files_and_old_answers_stay(site, store, folder, monkeypatch):
    """And with the old file the old ones are back, once."""
    monkeypatch.setattr(schema, "first_control", lambda: 0)
    person = volunteer(site, "pt")
    judge_fluency(person)
    said = {"fluency": [["Faz calor hoje.", ["yes"]]]}

    for controls, found in ((said, "Faz calor hoje."), ({"fluency": [["Faz frio hoje.", ["yes"]]]}, "Faz frio hoje.")):
        (folder / "controls.json").write_text(json.dumps(controls), encoding="utf-8")
        put_in_force(store, folder)
        assert [text for text, control in items(store, TaskItem.text, TaskItem.control) if control] == [found]
        assert len(column(store, JudgmentRow.id)) == 1


def test_a_logo_brings_no_script(site, store, folder):
    """It is shown as a picture; opened by its address it is in a sandbox, and its type is not guessed."""
    (folder / "logo.png").unlink()
    (folder / "logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    put_in_force(store, folder)
    browser = Browser(make_app(store, UNLIMITED))
    assert re.search(r'<img [^>]*src="/campaigns/2/logo.svg"', browser.get("/").text)
    answer = browser.get("/campaigns/2/logo.svg")
    policies = answer.headers.get_list("content-security-policy")
    assert policies[0] == "sandbox"
    assert "script-src 'self'" in policies[1]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_who_reads_another_language_agrees_to_the_text_that_they_see(site, store):
    browser = volunteer(site, "en")
    assert browser.get("/information").text.count("Quem somos.") == 1
    versions = dict(column(store, CampaignFile.name, CampaignFile.version))
    (version,) = column(store, Participant.consent_version)
    assert version == f"en-{versions['consent.pt.md'][:6]}-{versions['information.pt.md'][:6]}"


def test_several_campaigns_are_open_at_once_each_at_its_address(site, store):
    browser = volunteer(site)
    submit(browser, "Uma frase em português.", "gender")
    home = browser.get("/campaigns/1").text
    assert "Autres collectes ouvertes" in home
    assert 'href="/campaigns/2"' in home
    browser.send("/consent", "/consent", agree="yes")
    submit(browser, "Les femmes conduisent mal.", "gender")
    assert column(store, Statement.campaign_id) == [2, 1]
    assert "Uma frase em português." in browser.get("/me").text
    assert browser.get("/campaigns/99").status_code == 404
    with store.writing.begin() as session:
        open_campaign(session, "Seule", "fr", *ORGANISER)
    forget_campaigns(site)
    assert "Seule" in Browser(site).get("/").text
    assert browser.get("/campaigns/1").status_code == 404


def test_agreeing_twice_by_a_double_click_is_agreeing_once(site, store, monkeypatch):
    """In a second campaign too, where the code is known already: both clicks come before either has been answered."""
    person = volunteer(site, "pt")
    write = store.write

    async def both(work):
        return [await write(work) for _ in range(2)][1]

    person.get("/campaigns/1")
    person.get("/consent")
    monkeypatch.setattr(store, "write", both)
    assert person.send("/consent", agree="yes", _follow=False).status_code == 303
    assert column(store, Participant.campaign_id) == [2, 1]


def test_sentences_are_added_after_the_opening_and_none_twice(site, store):
    with store.writing.begin() as session:
        known = CampaignSentence("test:1", "As mulheres dirigem mal.", "gender")
        assert add_sentences(session, 2, [known, CampaignSentence("test:2", "Outra.", None)]) == 1
    texts = [text for text, control in items(store, TaskItem.text, TaskItem.control) if not control]
    assert sorted(texts) == ["As mulheres dirigem mal.", "As mulheres dirigem mal.", "Outra."]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("consent.txt", "x", "consent.txt"),
        ("messages.pt.ftl", "home--thanks = { $total }!", r"\$count"),
        ("messages.pt.ftl", "[]", "Fluent"),
        ("messages.pt.ftl", "home--thanks = { $count-__class__ }", r"\$count"),
        ("messages.pt.ftl", "home--thanks = { NUMBER($count, digits: 999999999) }", r"home\.thanks"),
        ("messages.pt.ftl", "home--thanks = { home--take-part }", r"home\.thanks"),
        ("messages.pt.ftl", "home--thanks = { $count } }", "Fluent"),
        ("controls.json", '{"dance": []}', "dance"),
        ("campaign.toml", 'colour = "red"', "colour"),
        ("campaign.toml", '[colours]\naccent = "#ffff00"', "#fbfaf7"),
        ("campaign.toml", 'types = ["Ça"]', "types"),
        ("logo.png", "GIF89a", "logo.png"),
    ],
)
def test_a_file_that_would_break_pages_is_refused_before_anything_is_opened(tmp_path, name, content, said):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_folder(tmp_path)


def test_the_template_can_be_given_back_as_it_is(tmp_path):
    write_template(tmp_path / "nôtre", "fr")
    assert "messages.fr.ftl" in read_folder(tmp_path / "nôtre")
    write_template(tmp_path / "own", "pt")
    files = read_folder(tmp_path / "own")
    assert {"guidelines-statement.pt.md", "messages.pt.ftl", "campaign.toml"} <= set(files)
    assert own_settings(files, CampaignSettings()) == CampaignSettings()
    with pytest.raises(InputError):
        write_template(tmp_path / "own", "pt")


def test_markdown_brings_no_html_pictures_or_scripts():
    made = rendered("<script>x</script> ![a](http://e.org/a.png) [b](javascript:x) [c](https://e.org)")
    assert "<script" not in made
    assert "<img" not in made
    assert "javascript:x" not in made.replace("[b](javascript:x)", "")
    assert '<a href="https://e.org">c</a>' in made


def test_contrast_is_wcags():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)  # the lightest grey that passes on white


def test_the_commands_from_a_template_to_a_campaign(tmp_path, capsys):
    db, own = str(tmp_path / "collect.db"), tmp_path / "own"
    collect("template", own, language="pt")
    who = dict(zip(("organiser", "contact"), ORGANISER, strict=True))
    collect("campaign", "Nossos", language="pt", files=own, alongside=True, judgments_per_sentence=3, db=db, **who)
    collect("files", own, campaign="Nossos", db=db)
    collect("add", "pairs-fr", campaign="1", db=db)
    assert "0 of 300 sentences are new" in capsys.readouterr().err
    collect("add", "controls-fr", campaign="1", validate=True, db=db)
    assert re.search(r": (\d+) of \1 sentences are new", capsys.readouterr().err)


def test_a_type_that_only_another_campaign_has_or_that_this_one_has_no_longer_breaks_no_page(site, store, folder):
    browser = volunteer(site)
    submit(browser, "Uma frase.", "caste")
    judge_category(browser, "caste")
    browser.get("/campaigns/1")
    assert "caste" in browser.get("/me").text
    (folder / "campaign.toml").unlink()
    (folder / "messages.pt.ftl").unlink()
    put_in_force(store, folder)
    forget_campaigns(site)
    assert '<span class="tag">caste</span>' in curator(site, store).get("/curate").text
