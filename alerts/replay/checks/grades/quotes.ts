import { type Check, UNREADABLE } from "../check.ts";
import { fold } from "../fold.ts";

/** Shorter quotes are single words, quoted for other reasons. */
const LEAST = 12;
/** Passages in quotation marks. An apostrophe inside a word does not count. */
const QUOTED =
  /"([^"\n]{4,400})"|`([^`\n]{4,400})`|(?<![\p{L}\p{N}])'([^'\n]{4,400})'(?![\p{L}\p{N}])/gu;

export const quotes: Check = {
  name: "quotes",
  role: "limits",
  about: "Its quotes occur in the case word for word",
  weight: 0.5,
  version: 2,
  judge({ answer: { written, prose }, facts }) {
    if (!written) return UNREADABLE;
    const quoted = [...prose.split("\n").map(fold).join("\n").matchAll(QUOTED)]
      .map(([, a, b, c]) =>
        (a ?? b ?? c)!.trim().replace(/^(?:\.\.\.|…)|(?:\.\.\.|…|[.,;:])$/g, "").trim()
      )
      .filter((passage) => passage.length >= LEAST);
    if (quoted.length === 0) return { value: 1, reason: "it quotes nothing" };
    const invented = quoted.filter((passage) => !facts.text.includes(passage));
    return {
      value: 1 - invented.length / quoted.length,
      reason: invented.length === 0
        ? `all it quotes is there (${quoted.length})`
        : `not in the case: '${invented[0]}'`,
    };
  },
};
