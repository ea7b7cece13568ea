import { type Check, readable, type Verdict } from "./check.ts";
import { fold } from "./folded_text.ts";
import { isMeasured, measuresIn } from "./measures.ts";

/** Texts that are names by their form. */
const NAMES: readonly RegExp[] = [
  // IPv4 address, with a port or a prefix.
  /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?(?![\w.]\w)/g,
  // Name with a dash and a digit: pod, node, volume.
  /(?<![\w./-])(?=[a-z0-9.-]*\d)(?=[a-z0-9.-]*[a-z])[a-z0-9]+(?:[-.][a-z0-9]+)*-[a-z0-9]+(?:[-.][a-z0-9]+)*(?![\w-])/g,
  // Host, service or image.
  /(?<![\w./@-])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:svc|local|cluster|internal|lan|com|org|net|io|dev|example|service|timer|mount|socket)(?:[:/][\w./:-]*\w)?(?![\w-])/g,
  /(?<![\w/.:])\/(?:[\w.-]+\/)+[\w.-]*\w/g,
  /(?<![\w/])\/dev\/[a-z0-9/]*\w/g,
  // Metric, column or constant.
  /(?<![\w/.-])[a-z0-9]+(?:_[a-z0-9]+){2,}(?!\w)/g,
  // Name after its kind.
  /(?<=\b(?:pod|deployment|statefulset|daemonset|container|namespace|service|node|host|job|cronjob|configmap|secret|pvc|volume|database|unit) ['"`]?)[a-z0-9]+(?:[-.][a-z0-9]+)+(?![\w-])/g,
];

/** Words that look like names but are not. */
const WORDS =
  /^(?:\d+-?(?:fold|way|bit|byte|core|cpu|node|day|hour|minute|second|week|month|year|point|stage|digit|percent|[a-z]{1,3})|(?:ipv[46]|http[s2]?|tls|ssl|utf|sha|x86|arm|p\d+|t|v\d)[-.].*|(?:read|write|re|pre|post|non|out|up|crash|back|image|over|so|one|two|three|half|first|second|third|short|long|high|low|full|in|on|off|at|by|self|well|re)-.*|\d+-\d+(?:-\d+)?)$/;

function namesIn(folded: string): string[] {
  const found = NAMES.flatMap((form) =>
    [...folded.matchAll(form)].map(([name]) => name.replace(/[.:]+$/, ""))
  );
  return [...new Set(found)].filter((name) => !WORDS.test(name));
}

export const entities: Check = {
  name: "entities",
  role: "limits",
  about: "Names in it (pods, hosts, addresses, images, paths, metrics) occur in the case",
  weight: 0.5,
  version: 2,
  judge: readable((_, { answer: { folded }, facts }) => {
    const names = namesIn(folded);
    // A workload's name is part of its pods' names.
    const invented = names.filter((name) => !facts.text.includes(name));
    return shareInCase(names, invented, ["it uses no names", "all names are in the case"]);
  }),
};

export const numbers: Check = {
  name: "numbers",
  role: "limits",
  about: "Numbers with a unit occur in the case, rounded or converted, or lie between its instants",
  weight: 0.5,
  version: 3,
  judge: readable((_, { answer: { folded }, facts }) => {
    const found = measuresIn(folded);
    const invented = found.filter((one) => !isMeasured(one, facts)).map(([text]) => text.trim());
    return shareInCase(found, invented, ["it measures nothing", "all numbers are in the case"]);
  }),
};

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
  judge: readable((_, { answer: { prose }, facts }) => {
    const quoted = [...prose.split("\n").map(fold).join("\n").matchAll(QUOTED)]
      .map(([, a, b, c]) =>
        (a ?? b ?? c)!.trim().replace(/^(?:\.\.\.|…)|(?:\.\.\.|…|[.,;:])$/g, "").trim()
      )
      .filter((passage) => passage.length >= LEAST);
    const invented = quoted.filter((passage) => !facts.text.includes(passage))
      .map((passage) => `'${passage}'`);
    return shareInCase(quoted, invented, ["it quotes nothing", "all it quotes is there"], 1);
  }),
};

/** The share of parts that the case has, in words for none and for all; most parts to name. */
function shareInCase(
  { length }: readonly unknown[],
  invented: readonly string[],
  [none, all]: readonly [string, string],
  shown = 3,
): Verdict {
  if (length === 0) return { value: 1, reason: none };
  return {
    value: 1 - invented.length / length,
    reason: invented.length === 0
      ? `${all} (${length})`
      : `not in the case: ${invented.slice(0, shown).join(", ")}`,
  };
}
