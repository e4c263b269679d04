// A password can be looked at while it is typed; it is hidden again before it is sent. Everything works without this file.
for (const box of document.querySelectorAll("[data-shows]")) {
  const field = document.getElementById(box.dataset.shows);
  const show = (isShown) => { field.type = isShown ? "text" : "password"; box.checked = isShown; };
  box.closest("p").hidden = false;
  box.addEventListener("change", () => show(box.checked));
  field.form.addEventListener("submit", () => show(false));
}
