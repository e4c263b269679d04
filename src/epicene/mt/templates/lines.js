"use strict";
// A button that saves the lines behind the figures of one system; without JavaScript they can only be read.
for (const box of document.querySelectorAll("[data-lines]")) {
  // A text that a spreadsheet would run as a formula gets an apostrophe in front.
  const quoted = value => `"${value.trim().replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
  const button = box.querySelector("button");
  button.hidden = false;
  button.addEventListener("click", () => {
    const columns = (box.dataset.lines || "line french english translation").split(" ");
    const lines = [["class", "found", ...columns]];
    for (const row of box.querySelectorAll("tbody tr")) {
      const { class: name, found } = row.closest("table").dataset;
      lines.push([name, found, ...[...row.cells].map(cell => cell.textContent)]);
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([lines.map(line => line.map(quoted).join(",")).join("\n") + "\n"], { type: "text/csv" }));
    link.download = "lines.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}
