// Asks `deno task serve` for a newer page: loads it when there is one, and says when there is none.

const live = document.createElement("p");
live.className = "notices live";
live.setAttribute("role", "status");
live.hidden = true;
document.querySelector("header").after(live);

const INTERVAL = 5000, OPEN = "open";
const folds = [...document.querySelectorAll("details")];
for (const index of JSON.parse(sessionStorage.getItem(OPEN) ?? "[]")) {
  if (folds[index]) folds[index].open = true;
}
sessionStorage.removeItem(OPEN);

async function ask() {
  try {
    const { version, notice } = await (await fetch("state", { cache: "no-store" })).json();
    if (version === document.documentElement.dataset.version) say(notice);
    else {
      const open = folds.flatMap((fold, index) => fold.open ? [index] : []);
      sessionStorage.setItem(OPEN, JSON.stringify(open));
      location.reload();
      return;
    }
  } catch {
    say("'deno task serve' does not answer any more. This page is no longer refreshed.");
  }
  setTimeout(ask, INTERVAL);
}

function say(text) {
  if (live.textContent !== text) live.textContent = text;
  live.hidden = text === "";
}

setTimeout(ask, INTERVAL);
