/**
 * Sentences with a known answer: do they name the labelled cause? They come from lists and from
 * templates. One half was used to tune the rules, the other was held back.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import type { Label } from "../../../replay/label.ts";

/** A sentence with its label. */
export interface PlantedCause {
  /** From a list of sentences, or made by a template. */
  readonly by: "list" | "template";
  /** What was labelled. */
  readonly label: Pick<Label, "cause" | "distractors">;
  /** The sentence. */
  readonly text: string;
  /** Whether it names the labelled cause as the cause. */
  readonly isRight: boolean;
}

interface Family extends Pick<Label, "cause" | "distractors"> {
  /** The cause and a distractor, as noun phrases. */
  readonly nouns: readonly [cause: string, distractor: string];
}

const FAMILIES: Readonly<Record<string, Family>> = {
  oom: {
    cause: [["OOMKilled", "OOM", "out of memory", "memory limit"]],
    distractors: [["DNS"], ["liveness probe", "probe"]],
    nouns: ["an OOM kill", "a failing liveness probe"],
  },
  dns: {
    cause: [["DNS", "name resolution", "resolver"]],
    distractors: [["OOMKilled", "out of memory"], ["network policy"]],
    nouns: ["a DNS failure", "the network policy"],
  },
  disk: {
    cause: [["disk full", "full disk", "no space left", "out of disk space"]],
    distractors: [["backup"], ["inodes", "inode"]],
    nouns: ["a full disk", "the backup"],
  },
  certificate: {
    cause: [["certificate"], ["expired"]],
    distractors: [["clock skew", "clock"], ["DNS"]],
    nouns: ["an expired certificate", "clock skew"],
  },
  password: {
    cause: [["password", "credentials"]],
    distractors: [["database is down"], ["network"]],
    nouns: ["a wrong password", "the network"],
  },
  image: {
    cause: [["tag"], ["does not exist", "not found", "missing"]],
    distractors: [["registry is down"], ["pull secret"]],
    nouns: ["a missing image tag", "the pull secret"],
  },
  quota: {
    cause: [["quota"]],
    distractors: [["node capacity", "Insufficient cpu"]],
    nouns: ["an exhausted quota", "the node capacity"],
  },
  nfs: {
    cause: [["NFS", "file server"], ["not responding", "hangs", "unreachable"]],
    distractors: [["CPU"], ["backup"]],
    nouns: ["an NFS server that is not responding", "the backup"],
  },
  // Databases, queues and networks, with few aliases and without distractors.
  connections: of("an exhausted connection pool", "a slow disk", [
    "connection pool",
    "pool exhausted",
    "too many connections",
  ]),
  replica: of("replication lag", "a stale cache", ["replication lag", "replica behind"]),
  queue: of("a consumer of mail that is down", "the broker", ["consumer down", "queue backlog"], [
    "mail",
  ]),
  firewall: of("a firewall rule", "the stopped service", [
    "firewall",
    "network policy",
    "security group",
  ]),
  lock: of("lock contention", "a bad query plan", ["lock contention", "deadlock"]),
  clock: of("clock drift", "a replaced key", ["clock", "time"], ["drift", "out of sync"]),
  throttle: of("CPU throttling", "the slow backend", ["CPU throttling", "CPU limit"]),
  failover: of("a failover", "an idle timeout", ["failover", "promoted"]),
  iops: of("a lack of IOPS", "a missing index", ["IOPS", "burst credits"]),
  unit: of("a failing disk of web-1", "the network", ["disk failure", "bad sectors"], ["web-1"]),
};

function of(noun: string, other: string, ...cause: readonly (readonly string[])[]): Family {
  return { cause, distractors: [], nouns: [noun, other] };
}

/** `T` is the labelled cause as a noun phrase, `D` what looks like it. */
const RIGHT = [
  "The cause is T.",
  "It is caused by T, not by D.",
  "T makes the application fail.",
  "The application fails because of T.",
  "D was checked and is fine; T remains.",
  "Most likely T.",
  "It is T rather than D.",
  "D is ruled out, so T is left.",
  "All items point to T.",
  "The evidence is clear: T.",
  "T explains both the restarts and the errors.",
  "We are looking at T, in spite of the noise about D.",
  "At first glance it resembles D, in truth it is T.",
  "D does not fit the times; T does.",
  "T is the most likely reason, D only a distraction.",
  "The trigger was T, whereas D came later.",
  "D? The logs disagree. They show T.",
  "Everything began with T.",
];
const WRONG = [
  "The cause is D.",
  "It is caused by D, not by T.",
  "T is ruled out.",
  "The application fails because of D, and T is its consequence.",
  "T was checked and is fine; D remains.",
  "There is no sign of T.",
  "It is D rather than T.",
  "T is unlikely.",
  "All items point to D.",
  "T does not fit the times; D does.",
  "There is nothing that would support T.",
  "At first glance it resembles T, in truth it is D.",
  "The trigger was D, whereas T came later.",
  "T was considered and dropped.",
  "T? The logs disagree. They show D.",
  "D is the most likely reason, T only a distraction.",
  "Everything began with D, T followed from it.",
  "One would expect T, but the items speak against it.",
];

/** Those that the rules were tuned on. */
export function tunedCauses(): PlantedCause[] {
  return [...written("tuned.txt"), ...written("tuned_second.txt"), ...made()];
}

/**
 * Those that were held back: written before their author had read a rule or any of the others. Their
 * sums were seen several times while the rules were tuned; a sentence that failed was never looked at.
 */
export function heldBackCauses(): PlantedCause[] {
  const families: readonly { cause: Label["cause"]; right: string[]; wrong: string[] }[] = JSON
    .parse(readFileSync(new URL("held_back.json", import.meta.url), "utf8"));
  return families.flatMap(({ cause, right, wrong }) =>
    [...right, ...wrong].map((text, at): PlantedCause => ({
      by: "list",
      label: { cause, distractors: [] },
      text,
      isRight: at < right.length,
    }))
  );
}

function written(file: string): PlantedCause[] {
  let label: Family | undefined;
  return readFileSync(new URL(file, import.meta.url), "utf8").split("\n").flatMap((line) => {
    const head = /^\[(\w+)\]$/.exec(line)?.[1];
    if (head !== undefined) label = FAMILIES[head];
    const [, sign, text] = /^([+-]) (.+)$/.exec(line) ?? [];
    return text === undefined ? [] : [{ by: "list", label: label!, text, isRight: sign === "+" }];
  });
}

function made(): PlantedCause[] {
  return Object.values(FAMILIES).flatMap((label) =>
    [...RIGHT, ...WRONG].map((template, at): PlantedCause => {
      const [cause, distractor] = label.nouns;
      const text = template.replace(/\b[TD]\b/g, (one) => one === "T" ? cause : distractor);
      return {
        by: "template",
        label,
        text: text[0]!.toUpperCase() + text.slice(1),
        isRight: at < RIGHT.length,
      };
    })
  );
}
