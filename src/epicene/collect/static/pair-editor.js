// The check as one types. Without this file, the button “Check” does the same.
const form = document.getElementById("pair-form");
let waiting = 0;
let latest = 0;

function marked(place, runs) {
  place.replaceChildren(...runs.map(([text, differs]) => {
    if (!differs) return document.createTextNode(text);
    const mark = document.createElement("mark");
    mark.textContent = text;
    return mark;
  }));
}

function remarked(place, remarks) {
  if (!remarks.length) {
    const fine = document.createElement("p");
    fine.className = "fine";
    fine.textContent = form.dataset.fine;
    place.replaceChildren(fine);
    return;
  }
  const list = document.createElement("ul");
  list.className = "remarks";
  for (const remark of remarks) {
    const line = document.createElement("li");
    line.className = remark.severity;
    const name = document.createElement("strong");
    name.textContent = form.dataset[remark.severity];
    line.append(name, ` ${remark.text} ${remark.detail} `);
    if (remark.pair) {
      const link = document.createElement("a");
      link.href = `/curate/pairs/${remark.pair}`;
      link.textContent = form.dataset.see.replace("#", remark.pair);
      line.append(link);
    }
    list.append(line);
  }
  place.replaceChildren(list);
}

async function check() {
  const turn = ++latest;
  const answer = await fetch(form.dataset.check, {
    method: "POST",
    headers: { "content-type": "application/json", "x-token": form.elements.token.value },
    body: JSON.stringify({ more: form.elements.more.value, less: form.elements.less.value, pair: Number(form.dataset.pair) }),
  });
  if (!answer.ok || turn !== latest) return; // the button still works, and a later answer is on its way
  const found = await answer.json();
  marked(document.getElementById("marked-more"), found.more);
  marked(document.getElementById("marked-less"), found.less);
  remarked(document.getElementById("remarks"), found.remarks);
}

const tell = () => check().catch(() => {});
for (const name of ["more", "less"]) {
  form.elements[name].addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(tell, 350);
  });
}
// Whoever was quicker than this file has typed already.
if (["more", "less"].some((name) => form.elements[name].value !== form.elements[name].defaultValue)) tell();
