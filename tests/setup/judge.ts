/**
 * Compares what setup proposes with what the house has.
 *
 * @module
 */

import { labelKey } from "../../src/columns.ts";
import { identityLabels } from "../../src/frames/restarts.ts";
import type { Proposal } from "../../src/setup/proposal.ts";
import type { SetupRole } from "../../src/setup/roles.ts";
import type { World } from "./world.ts";

/** The verdict on one role. */
export interface Verdict {
  readonly role: SetupRole;
  /**
   * `right`: the same series with unit and sign; `asked`: not right, but a question is asked; `missing`;
   * `wrong`: bound without a question.
   */
  readonly verdict: "right" | "asked" | "missing" | "wrong";
  readonly why: string;
}

/** Judges proposals: one verdict per role that the house has, and per role that it does not have. */
export function judge({ expected }: World, proposals: readonly Proposal[]): Verdict[] {
  const roles = new Set([
    ...expected.filter(({ isOptional }) => !isOptional).map(({ role }) => role),
    ...proposals.map(({ role }) => role),
  ]);
  return [...roles].map((role): Verdict => {
    const wanted = expected.filter((one) => one.role === role);
    const proposal = proposals.find((one) => one.role === role);
    if (!proposal) return { role, verdict: "missing", why: "" };
    const textOf = (labels: Readonly<Record<string, string>>, unit: string, sign?: string) =>
      `${labelKey(identityLabels(labels))} ${unit} ${sign ?? ""}`;
    const hasSign = role === "grid_power" || role === "battery_power";
    const textsOf = (all: typeof wanted) =>
      all.map(({ labels, unit, sign }) => textOf(labels, unit, hasSign ? sign : ""));
    const right = new Set(textsOf(wanted.filter(({ isOptional }) => !isOptional)));
    const possible = new Set(textsOf(wanted));
    const found = new Set(
      proposal.series.map(({ candidate, unit, sign }) =>
        textOf(
          { ...candidate.labels, __name__: candidate.metric },
          unit,
          hasSign ? sign : "",
        )
      ),
    );
    const isRight = found.isSubsetOf(possible) && right.isSubsetOf(found);
    return {
      role,
      verdict: isRight ? "right" : proposal.certainty === "open" ? "asked" : "wrong",
      why: isRight
        ? ""
        : `wanted ${[...right].join(" | ") || "nothing"}; found ${[...found].join(" | ")}`,
    };
  });
}
