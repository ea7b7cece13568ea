import { type Check, UNREADABLE } from "../check.ts";

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
  judge({ answer: { written, folded }, facts }) {
    if (!written) return UNREADABLE;
    const names = namesIn(folded);
    // A workload's name is part of its pods' names.
    const invented = names.filter((name) => !facts.text.includes(name));
    return {
      value: names.length === 0 ? 1 : 1 - invented.length / names.length,
      reason: names.length === 0
        ? "it uses no names"
        : invented.length === 0
        ? `all names are in the case (${names.length})`
        : `not in the case: ${invented.slice(0, 3).join(", ")}`,
    };
  },
};
