import { findSecrets } from "../../../src/redact/find_secrets.ts";
import { FINDERS } from "../../../src/redact/finders.ts";
import type { CorpusText } from "./texts.ts";

/** What redaction makes of the texts of one kind. */
export interface Score {
  /** Texts. */
  texts: number;
  /** Secrets in them. */
  secrets: number;
  /** Secrets of which nothing of six characters or more, and never the whole, is left. */
  hidden: number;
  /** Stretches that were hidden. */
  spans: number;
  /** Stretches that have nothing of a secret in them. */
  wrong: number;
  /** Texts of which only secrets were hidden. */
  unharmed: number;
}

/** Most of a secret that may be left in one piece. [characters] */
const MOST_LEFT = 5;

/** Redacts texts and counts by kind, or by encoding. */
export function scoreTexts(
  texts: readonly CorpusText[],
  by: "kind" | "encoding" = "kind",
): Map<string, Score> {
  const scores = new Map<string, Score>();
  for (const text of texts) {
    const { score, spans } = scoreText(text);
    const total = scores.get(text[by]) ??
      { texts: 0, secrets: 0, hidden: 0, spans: 0, wrong: 0, unharmed: 0 };
    total.texts++;
    total.secrets += text.secrets.length;
    total.hidden += score.hidden;
    total.spans += spans;
    total.wrong += score.wrong;
    total.unharmed += score.wrong === 0 ? 1 : 0;
    scores.set(text[by], total);
  }
  return scores;
}

function scoreText({ text, secrets }: CorpusText) {
  const spans = findSecrets(text, FINDERS);
  const covered = new Uint8Array(text.length);
  for (const { start, end } of spans) covered.fill(1, start, end);
  const hidden = secrets.filter(({ start, end }) => {
    let left = 0, most = 0;
    for (let at = start; at < end; at++) {
      left = covered[at] === 1 ? 0 : left + 1;
      most = Math.max(most, left);
    }
    return most <= MOST_LEFT && most < end - start;
  }).length;
  const wrong =
    spans.filter(({ start, end }) =>
      !secrets.some((secret) => start < secret.end && secret.start < end)
    ).length;
  return { score: { hidden, wrong }, spans: spans.length };
}

/** Wilson's interval of 95 % for a share. */
export function wilson(hits: number, of: number): readonly [number, number] {
  const z = 1.96, share = hits / of, square = z * z / of;
  const middle = (share + square / 2) / (1 + square);
  const half = z / (1 + square) * Math.sqrt(share * (1 - share) / of + square / (4 * of));
  return [middle - half, middle + half];
}
