/**
 * Raw samples of a household as frames.
 *
 * @module
 */

import type { Role } from "../catalogue.ts";
import { joinSeries } from "../columns.ts";
import { pullRole } from "../energy/roles.ts";
import { formatSelector, parseSelector, type Selector } from "../selector.ts";
import type { TimeRange } from "../time.ts";
import type { HomeParts, PullOptions } from "./options.ts";
import { SampleFrame } from "./sample_frame.ts";

/** Which samples: both ends belong to the range. */
type Asked = TimeRange & PullOptions;

/** The one signal of a role; of several devices the column `device` tells which. */
export async function pullRoleFrame(
  home: HomeParts,
  role: Role,
  asked: Asked,
): Promise<SampleFrame> {
  const { source, household } = home;
  const { signals, notices } = await pullRole(source, household, role, asked, given(asked));
  const isAlone = signals.length <= 1;
  const columns = joinSeries(signals.map((samples, index) => (
    { ...samples, labels: isAlone ? {} : { device: String(index + 1) } }
  )));
  return new SampleFrame(columns, {
    title: `${role} from ${source.description}`,
    zone: household.zone,
    notices: [...home.notices, ...notices],
  });
}

/** All series of a selector, as they are stored. */
export async function pullSelectorFrame(
  home: HomeParts,
  what: string | Selector,
  asked: Asked,
): Promise<SampleFrame> {
  const selector = typeof what === "string" ? parseSelector(what) : what;
  const { columns, notices } = await home.source.samples(selector, asked, given(asked));
  return new SampleFrame(columns, {
    title: `${formatSelector(selector)} from ${home.source.description}`,
    zone: home.household.zone,
    notices: [...home.notices, ...notices],
  });
}

function given({ signal, onProgress }: PullOptions) {
  return { ...signal && { signal }, ...onProgress && { onProgress } };
}
