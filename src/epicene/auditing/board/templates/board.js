"use strict";
// Sorting, filtering, and two models side by side. Sentences and answers stand in scripts beside the page and are
// loaded when they are asked for; without JavaScript the table stands as it is.
const loaded = new Map(), waiting = new Map();
function epicene_board(name, content) {
  loaded.set(name, content);
  waiting.get(name)?.(content);
}
function load(name) {
  if (loaded.has(name)) return Promise.resolve(loaded.get(name));
  return new Promise((found, failed) => {
    waiting.set(name, found);
    const script = document.createElement("script");
    script.src = `data/${name}.js`;
    script.onerror = () => failed(new Error(name));
    document.head.append(script);
  });
}

const form = document.querySelector(".board-filters"), table = document.querySelector(".board table");
const words = JSON.parse(table.dataset.words), body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells], rows = [...body.rows];
const number = new Intl.NumberFormat(document.documentElement.lang);
const folded = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const fill = (key, values) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const name = row => row.cells[0].querySelector("span").textContent;
const made = (tag, text = "", kind = "") => {
  const element = document.createElement(tag);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
};

function filter() {
  const value = key => form.elements[key]?.value ?? "";
  const wanted = folded(value("text").trim());
  heads.forEach((head, place) => {
    if (!place) return;
    const kept = ["language", "kind"].every(key => !value(key) || head.dataset[key] === value(key));
    head.hidden = !kept;
    for (const row of rows) row.cells[place].hidden = !kept;
  });
  let shown = 0;
  for (const row of rows) {
    const kept = ["family", "size", "model"].every(key => !value(key) || row.dataset[key] === value(key))
      && folded(name(row)).includes(wanted)
      && [...row.cells].some(cell => cell.dataset.v !== undefined && !cell.hidden);
    row.hidden = !kept;
    shown += Number(kept);
  }
  form.querySelector("output").textContent = fill("shown", { shown: number.format(shown), total: number.format(rows.length) });
}

function sort(place, turn = true) {
  const head = heads[place], up = (head.getAttribute("aria-sort") === "ascending") !== turn;
  const by = form.elements.by.value;
  const key = row => place ? Number(row.cells[place].dataset[by] ?? NaN) : name(row);
  heads.forEach(one => one.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  body.append(...rows.toSorted((one, other) => {
    const x = key(one), y = key(other);
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
    return (up ? 1 : -1) * (place ? x - y : x.localeCompare(y, document.documentElement.lang));
  }));
}

let picked = [];
const groups = cell => (cell.dataset.g ?? "").split(" ").filter(Boolean);

function pick(row) {
  picked = picked.includes(row) ? picked.filter(one => one !== row) : [...picked, row].slice(-2);
  for (const one of rows) {
    const chosen = picked.includes(one);
    one.classList.toggle("picked", chosen);
    one.querySelector("input").checked = chosen;
    [...one.cells].forEach((cell, place) => cell.classList.toggle("same", picked.length === 1 && !chosen
      && groups(cell).some(group => groups(picked[0].cells[place]).includes(group))));
  }
  const address = picked.length === 2 ? `#models=${picked.map(one => one.dataset.m).join(",")}` : "#figures";
  history.replaceState(null, "", address);
  compare();
}

async function compare() {
  const box = document.getElementById("compared"), [a, b] = picked;
  box.hidden = picked.length < 2;
  if (box.hidden) return;
  box.querySelector("h2").textContent = fill("duel.title", { a: name(a), b: name(b) });
  const list = box.lastElementChild;
  list.replaceChildren();
  try {
    const [mine, theirs] = await Promise.all(picked.map(row => load(`model-${row.dataset.m}`)));
    if (picked[0] !== a || picked[1] !== b) return;
    const shared = heads.map((head, place) => ({ head, place })).filter(({ head }) => mine[head.dataset.c] && theirs[head.dataset.c]);
    for (const one of shared) list.append(...inColumn(one, [a, b], [mine, theirs]));
    if (!shared.length) list.append(made("p", words["duel.nothing"]));
  } catch {
    list.append(made("p", words["duel.failed"]));
  }
  box.focus({ preventScroll: true });
  box.scrollIntoView({ block: "start" });
}

function inColumn({ head, place }, [a, b], answers) {
  const column = head.dataset.c, [one, other] = answers.map(answer => answer[column].chosen);
  const contest = answers[1][column].contests[a.dataset.m];
  const value = row => row.cells[place].firstChild.textContent.trim();
  const both = { a: name(a), b: name(b), value_a: value(a), value_b: value(b) };
  const said = contest
    ? fill("duel.figures", { ...both, difference: contest[0], bracket: contest[1], p: contest[2], verdict: words[contest[3] ? "apart" : "alike"] })
    : fill("duel.untested", both);
  const blocks = [made("h3", head.querySelector(".set").textContent), made("p", said)];
  const about = head.querySelector("small");
  blocks[0].append(" ", made("small", `${about.firstChild.textContent} · ${about.lastChild.textContent}`));
  if (one === null || other === null) return blocks; // another figure of the same run has the sentences
  if (!one || !other) return [...blocks, made("p", words["duel.letters"], "note")];
  const answered = [...one].filter((mark, item) => mark !== "." && other[item] !== ".").length;
  const differ = [...one].flatMap((mark, item) => mark !== "." && other[item] !== "." && mark !== other[item] ? [item] : []);
  const counts = { n: number.format(differ.length), total: number.format(answered) };
  if (!differ.length) return [...blocks, made("p", fill("duel.none", counts))];
  const fold = made("details", "", "sentences");
  fold.append(made("summary", fill("duel.count", counts)));
  const outputs = answers.map(answer => answer[column].outputs);
  fold.addEventListener("toggle", () => fold.childElementCount === 1 && sentences(fold, column, differ, [a, b].map(name), [one, other], outputs));
  return [...blocks, fold];
}

const AT_ONCE = 25;

async function sentences(fold, column, differ, names, chosen, outputs) {
  const list = made("ol", "", "ranking"), more = made("button", words["duel.more"]), filters = made("form", "", "filters");
  fold.append(filters, list, more);
  let items, outcomes;
  try {
    ({ items, outcomes } = await load(`items-${column}`));
  } catch {
    list.replaceWith(made("p", words["duel.failed"]));
    return;
  }
  const label = made("label", words["duel.type"]), select = made("select");
  for (const type of ["", ...new Set(differ.map(item => items[item][1]))]) {
    const option = made("option", type || words["duel.all"]);
    option.value = type;
    select.append(option);
  }
  label.append(" ", select);
  filters.append(label);
  let left;
  const show = () => {
    for (const item of left.splice(0, AT_ONCE)) {
      const wrote = outputs.map(own => own?.[item]), marks = chosen.map(own => own[item]);
      list.append(entry(items[item], outcomes, names, marks, wrote));
    }
    more.hidden = !left.length;
  };
  const start = () => {
    left = differ.filter(item => !select.value || items[item][1] === select.value);
    list.replaceChildren();
    show();
  };
  more.type = "button";
  more.addEventListener("click", show);
  select.addEventListener("input", start);
  filters.addEventListener("submit", event => event.preventDefault());
  start();
}

function entry([id, type, context, texts], outcomes, names, marks, wrote) {
  const item = made("li"), pair = made("div", "", "pair");
  if (context) pair.append(made("p", context, "context"));
  texts.forEach((text, place) => {
    const line = made("p");
    text.forEach((part, turn) => line.append(turn % 2 ? made("u", part) : part));
    const who = names.filter((_, index) => marks[index] === String(place));
    if (who.length) line.className = "w", line.append(" ", made("span", fill("duel.chosen", { models: who.join(", ") }), "who"));
    pair.append(line);
  });
  if (!texts.length) names.forEach((name, index) => { // what each wrote, and what was found in it
    const line = made("p", wrote[index], "w");
    line.append(" ", made("span", fill("duel.found", { model: name, found: outcomes[parseInt(marks[index], 36)] ?? "" }), "who"));
    pair.append(line);
  });
  item.append(pair);
  const none = names.filter((_, index) => marks[index] === "-");
  if (none.length) item.append(made("p", fill("duel.not-chosen", { models: none.join(", ") }), "meta"));
  item.append(made("p", `${type} · ${id}`, "meta"));
  return item;
}

heads.forEach((head, place) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  button.addEventListener("click", () => sort(place));
  head.append(button);
});
for (const row of rows) {
  const box = row.querySelector("input");
  box.hidden = false;
  box.addEventListener("change", () => pick(row));
}
form.hidden = false;
form.addEventListener("input", event => {
  const sorted = heads.findIndex(head => head.hasAttribute("aria-sort"));
  if (event.target.name === "by" && sorted > 0) sort(sorted, false);
  filter();
});
form.addEventListener("submit", event => event.preventDefault());
filter();
for (const model of /^#models=(\d+),(\d+)$/.exec(location.hash)?.slice(1) ?? []) {
  const row = rows.find(one => one.dataset.m === model);
  if (row && !picked.includes(row)) pick(row);
}
