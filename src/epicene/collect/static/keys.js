// Answering by keyboard: a digit or letter chooses the answer that carries it. Everything works without this file.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("textarea, select, input:not([type=radio], [type=checkbox])")) return;
  const wanted = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === event.key.toLowerCase());
  if (!wanted) return;
  event.preventDefault();
  wanted.focus();
  wanted.click();
});
document.documentElement.classList.add("has-keys");
