import { fold } from "./fold.ts";

/** The first of several names that occurs in a text as a whole word. */
export function mentioned(text: string, names: readonly string[]): string | undefined {
  return names.find((name) => placesOf(text, name).length > 0);
}

/** Where a name occurs as a whole word, singular or plural. */
export function placesOf(text: string, name: string): number[] {
  const wanted = fold(name).trim();
  const places: number[] = [];
  if (wanted === "") return places;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = text[at + wanted.length] === "s" ? 1 : 0;
    if (!isLetter(text[at - 1]) && !isLetter(text[at + wanted.length + end])) places.push(at);
  }
  return places;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
