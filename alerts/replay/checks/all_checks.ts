import type { Check } from "./check.ts";
import { claimedAction } from "./gates/claimed_action.ts";
import { complete } from "./gates/complete.ts";
import { secretFree } from "./gates/secret_free.ts";
import { valid } from "./gates/valid.ts";
import { abstains } from "./grades/abstains.ts";
import { cause } from "./grades/cause.ts";
import { confidence } from "./grades/confidence.ts";
import { entities } from "./grades/entities.ts";
import { language } from "./grades/language.ts";
import { length } from "./grades/length.ts";
import { numbers } from "./grades/numbers.ts";
import { quotes } from "./grades/quotes.ts";
import { safeSteps } from "./grades/safe_steps.ts";
import { severity } from "./grades/severity.ts";
import { steps } from "./grades/steps.ts";
import { support } from "./grades/support.ts";
import { target } from "./grades/target.ts";

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
