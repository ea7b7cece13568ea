// Turns the headers of tables marked with data-sortable into buttons that sort their rows.

for (const table of document.querySelectorAll("table[data-sortable]")) {
  const body = table.tBodies[0];
  const headers = [...table.tHead.rows[0].cells];
  const status = document.createElement("p");
  status.className = "unseen";
  status.setAttribute("role", "status");
  table.parentElement.append(status);

  headers.forEach((header, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      const order = header.ariaSort === "ascending" ? "descending" : "ascending";
      body.append(...sorted([...body.rows], column, order));
      for (const other of headers) other.removeAttribute("aria-sort");
      header.setAttribute("aria-sort", order);
      status.textContent = `Sorted by ${button.firstChild.textContent}, ${order}`;
    });
  });
}

function sorted(rows, column, order) {
  const isNumber = rows.some((row) => row.cells[column].dataset.value !== undefined);
  const keyOf = ({ cells }) => {
    const { dataset, textContent } = cells[column];
    return isNumber ? Number(dataset.value) : textContent;
  };
  const sign = order === "ascending" ? 1 : -1;
  return rows.map((row) => ({ row, key: keyOf(row) })).sort((a, b) => {
    // What is not known or empty comes last in either order.
    if (!isKnown(a.key) || !isKnown(b.key)) return isKnown(b.key) - isKnown(a.key);
    return a.key === b.key ? 0 : a.key < b.key ? -sign : sign;
  }).map(({ row }) => row);
}

function isKnown(key) {
  return key !== "" && !Number.isNaN(key);
}
