import { Changes } from "./changes.ts";
import { exposedSpans } from "./exposed_spans.ts";
import { everywhere, type Finder, type Span } from "./span.ts";
import { View } from "./view.ts";

/**
 * What a finder hides may show an earlier one something that it did not see, as it would when
 * redacting a second time. So it is done at once. Hardly ever does the third round find anything.
 */
const MOST_ROUNDS = 4;

/**
 * Finds the secrets of a text. Each finder sees what those before it found as hidden. When all have
 * seen the whole text, each looks again at the neighbourhood of what was hidden since it looked,
 * until nothing new is found.
 *
 * @returns In the order of the text, without overlaps.
 */
export function findSecrets(text: string, finders: readonly Finder[]): Span[] {
  const view = new View(text);
  const changes = new Changes(view.text.length);
  const found: Span[][] = [];
  const looks = finders.map((find) => ({ find, at: -1 }));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = changes.now;
    for (const look of looks) {
      const where = round === 0 ? everywhere(view.text) : changes.since(look.at);
      look.at = changes.now;
      if (where.length === 0) continue;
      const spans = exposedSpans(look.find(view.text, where), view.text);
      if (spans.length === 0) continue;
      view.hide(spans);
      changes.add(spans);
      found.push(spans);
    }
    if (changes.now === before) break;
  }
  return found.flat().sort((a, b) => a.start - b.start).map((span) => view.inText(span));
}
