import type { Check } from "./check.ts";
import { claimedAction, complete, secretFree, valid } from "./gates.ts";
import { entities, numbers, quotes } from "./in_case.ts";
import { severity, target } from "./label_details.ts";
import { safeSteps, steps } from "./next_steps.ts";
import { abstains, cause, confidence } from "./outcome.ts";
import { language, length } from "./style.ts";
import { support } from "./support.ts";

export const ALL_CHECKS: readonly Check[] = [
  complete,
  valid,
  secretFree,
  claimedAction,
  cause,
  abstains,
  support,
  target,
  steps,
  severity,
  entities,
  numbers,
  quotes,
  safeSteps,
  length,
  language,
  confidence,
];
