// Answering by keyboard: a digit or letter chooses the answer that carries it, unless shortcuts are switched off, or the switch has no room to be seen. Everything works without this file.
const shortcuts = document.getElementById("keys-on");
if (shortcuts) {
  shortcuts.checked = localStorage.getItem("epicene-keys") !== "off";
  shortcuts.addEventListener("change", () => localStorage.setItem("epicene-keys", shortcuts.checked ? "on" : "off"));
}
document.addEventListener("keydown", (event) => {
  if (!shortcuts?.checked || !shortcuts.offsetParent || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("textarea, select, input:not([type=radio], [type=checkbox])")) return;
  const wanted = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === event.key.toLowerCase());
  if (!wanted) return;
  event.preventDefault();
  wanted.focus();
  wanted.click();
});
document.documentElement.classList.add("has-keys");
