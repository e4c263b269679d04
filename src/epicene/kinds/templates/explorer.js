"use strict";
// Sorting, filtering and export of the table of items; without JavaScript the whole table stands as it is. What was
// chosen stands in the address of the page (#pairs-fr?type=gender&side=more), and so does an item (#gender-004).
const explorers = new Map();
const folded = text => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
for (const box of document.querySelectorAll("[data-explorer]")) {
  const form = box.querySelector("form"), body = box.querySelector("tbody"), heads = [...box.querySelectorAll("thead th")];
  const rows = [...body.rows].map((row, place) => ({ row, place, text: "", replies: [...row.querySelectorAll("[data-o]")] }));
  const total = rows.reduce((sum, one) => sum + (one.replies.length || 1), 0);
  const model = () => Number(form.elements.model?.value ?? 0);
  const leads = row => [...row.cells].slice(3).map(cell => cell.dataset.d).filter(d => d !== undefined).map(Number);
  const sides = {
    "": () => true,
    more: d => d > 0,
    less: d => d < 0,
    none: d => d === undefined || Number(d) === 0,
    unrelated: (d, row) => row.dataset.u?.[model()] === "1",
    differ: (d, row) => leads(row).some(one => one > 0) && leads(row).some(one => one <= 0),
  };
  const number = new Intl.NumberFormat(document.documentElement.lang);

  // Of what a chat model said about a pair, only what is looked for is shown, and replies are counted, not pairs.
  function filterReplies(one, outcome, wanted) {
    const inPair = folded([...one.row.querySelectorAll("p")].map(text => text.textContent).join("\n")).includes(wanted);
    for (const reply of one.replies)
      reply.hidden = (outcome && reply.dataset.o !== outcome) || !(inPair || folded(reply.firstChild.textContent).includes(wanted));
    return one.replies.filter(reply => !reply.hidden).length;
  }

  function filter() {
    const { type, side, text, group } = form.elements;
    const wanted = folded(text.value.trim());
    let shown = 0;
    for (const one of rows) {
      one.text ||= folded(one.row.cells[1].textContent);
      const kept = (!type.value || one.row.dataset.t === type.value) && (!group?.value || one.row.dataset.g === group.value) && one.text.includes(wanted)
        && (one.replies.length ? filterReplies(one, side.value, wanted) : sides[side.value](one.row.cells[3 + model()].dataset.d, one.row));
      one.row.hidden = !kept;
      shown += Number(kept);
    }
    form.querySelector("output").textContent = box.dataset.shown
      .replace("{shown}", number.format(shown)).replace("{total}", number.format(total));
  }

  function sort(place) {
    const down = heads[place].getAttribute("aria-sort") !== "descending" && place > 2;
    const up = heads[place].getAttribute("aria-sort") !== "ascending" && !down;
    const key = one => place === 0 ? one.place : place > 2 ? Number(one.row.cells[place].dataset.v ?? NaN) : one.row.cells[place].textContent;
    const order = (a, b) => {
      const x = key(a), y = key(b);
      if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y) || a.place - b.place;
      const found = typeof x === "string" ? x.localeCompare(y, document.documentElement.lang) : x - y;
      return (up ? found : -found) || a.place - b.place;
    };
    heads.forEach(head => head.removeAttribute("aria-sort"));
    heads[place].setAttribute("aria-sort", up ? "ascending" : "descending");
    body.append(...rows.toSorted(order).map(one => one.row));
  }

  // A text that a spreadsheet would run as a formula gets an apostrophe in front; numbers are written as they are.
  const quoted = value => `"${value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;

  function save() {
    const keys = box.dataset.replies?.split(",") ?? heads.slice(3).map(head => head.dataset.key);
    const lines = [["id", "context", ...box.dataset.texts.split(","), "type", ...keys].map(quoted)];
    for (const row of body.rows) {
      if (row.hidden) continue;
      const [id, pair, , ...values] = row.cells;
      const texts = [...pair.querySelectorAll(":scope > p:not(.context)")].map(text => text.textContent);
      const context = pair.querySelector(".context")?.textContent ?? "";
      const asked = [id.textContent, context, ...texts, row.dataset.t].map(quoted);
      const replies = [...pair.querySelectorAll("[data-o]:not([hidden])")];
      for (const { dataset, firstChild } of replies)
        lines.push([...asked, ...[dataset.i, dataset.f, dataset.o, firstChild.textContent].map(quoted)]);
      if (!replies.length) lines.push([...asked, ...values.map(cell => cell.dataset.v ?? "")]);
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([lines.map(line => line.join(",")).join("\n") + "\n"], { type: "text/csv" }));
    link.download = `${box.dataset.name}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  heads.forEach((head, place) => {
    if (place === 1) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(place));
    head.append(button);
  });
  form.hidden = false;
  const names = ["type", "group", "model", "side", "text"];
  form.addEventListener("input", () => {
    filter();
    const chosen = new URLSearchParams(names.map(name => [name, form.elements[name]?.value ?? ""]).filter(([name, value]) => value && !(name === "model" && value === "0")));
    history.replaceState(null, "", `#${box.id}${chosen.size ? `?${chosen}` : ""}`);
  });
  form.addEventListener("submit", event => event.preventDefault());
  form.elements.csv.addEventListener("click", save);
  filter();
  explorers.set(box.id, query => {
    const chosen = new URLSearchParams(query);
    for (const name of names) if (form.elements[name]) form.elements[name].value = chosen.get(name) ?? (name === "model" ? "0" : "");
    filter();
  });
}

// Shows what the address names: a set with filters, an item by its own id, or anything that is folded away.
function follow() {
  const [id, query] = location.hash.slice(1).split("?", 2);
  if (!id) return;
  const wanted = decodeURIComponent(id);
  const here = document.getElementById(id) ?? document.getElementById(wanted)
    ?? [...document.querySelectorAll("table.items tbody tr")].find(row => row.cells[0].textContent === wanted);
  if (!here) return;
  const box = here.closest("[data-explorer]");
  if (box && (here === box ? query !== undefined : here.hidden)) explorers.get(box.id)?.(query ?? "");
  for (let fold = here.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  document.querySelector("tr.here")?.classList.remove("here");
  if (here.matches("tr")) here.classList.add("here");
  here.scrollIntoView();
}
for (const text of document.querySelectorAll("[data-copy]")) {
  const line = document.createElement("p"), button = document.createElement("button");
  line.className = "export";
  button.type = "button";
  button.textContent = text.dataset.copy;
  button.addEventListener("click", async () => {
    getSelection().selectAllChildren(text);
    try { await navigator.clipboard.writeText(text.textContent); } catch { document.execCommand("copy"); }
    button.textContent = text.dataset.copied;
  });
  line.append(button);
  text.after(line);
}
addEventListener("hashchange", follow);
follow();
