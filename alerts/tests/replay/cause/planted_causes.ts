/**
 * Sentences of which it is known whether they name the labelled cause: written ones and those that
 * templates make, each in a half that the rules were tuned on and a half that was held back.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import type { Label } from "../../../replay/label.ts";
import { HELD_BACK_RIGHT, HELD_BACK_WRONG } from "./held_back_templates.ts";

/** A sentence with its label. */
export interface PlantedCause {
  /** Written by hand, or made by a template. */
  readonly by: "hand" | "template";
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
};

const TUNED_RIGHT = [
  "The cause is T.",
  "It is caused by T, not by D.",
  "T makes the application fail.",
  "The application fails because of T.",
  "D was checked and is fine; T remains.",
  "Most likely T.",
  "It is T rather than D.",
  "D is ruled out, so T is left.",
];
const TUNED_WRONG = [
  "The cause is D.",
  "It is caused by D, not by T.",
  "T is ruled out.",
  "The application fails because of D, and T is its consequence.",
  "T was checked and is fine; D remains.",
  "There is no sign of T.",
  "It is D rather than T.",
  "T is unlikely.",
];

/** The half that the rules were tuned on. */
export function tunedCauses(): PlantedCause[] {
  return [...written("tuned.txt"), ...made(TUNED_RIGHT, TUNED_WRONG)];
}

/** The half that was held back. */
export function heldBackCauses(): PlantedCause[] {
  return [...written("held_back.txt"), ...made(HELD_BACK_RIGHT, HELD_BACK_WRONG)];
}

function written(file: string): PlantedCause[] {
  let label: Family | undefined;
  return readFileSync(new URL(file, import.meta.url), "utf8").split("\n").flatMap((line) => {
    const head = /^\[(\w+)\]$/.exec(line)?.[1];
    if (head !== undefined) label = FAMILIES[head];
    const [, sign, text] = /^([+-]) (.+)$/.exec(line) ?? [];
    return text === undefined ? [] : [{ by: "hand", label: label!, text, isRight: sign === "+" }];
  });
}

function made(right: readonly string[], wrong: readonly string[]): PlantedCause[] {
  return Object.values(FAMILIES).flatMap((label) =>
    [...right, ...wrong].map((template): PlantedCause => {
      const [cause, distractor] = label.nouns;
      const text = template.replace(/\b[TD]\b/g, (one) => one === "T" ? cause : distractor);
      return {
        by: "template",
        label,
        text: text[0]!.toUpperCase() + text.slice(1),
        isRight: right.includes(template),
      };
    })
  );
}
