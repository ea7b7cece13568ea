import type { Check } from "./run_checks.ts";
import { access } from "./checks/access.ts";
import { clockSkew } from "./checks/clock_skew.ts";
import { configuration } from "./checks/configuration.ts";
import { datasource } from "./checks/datasource.ts";
import { exporters } from "./checks/exporters.ts";
import { household } from "./checks/household.ts";
import { inverterClock } from "./checks/inverter_clock.ts";
import { logger } from "./checks/logger.ts";
import { meterIdentifier } from "./checks/meter_identifier.ts";
import { metrics } from "./checks/metrics.ts";
import { reachable } from "./checks/reachable.ts";
import { recordingRules } from "./checks/recording_rules.ts";
import { retention } from "./checks/retention.ts";
import { units } from "./checks/units.ts";

/** Every edge from configuration to data. A check stands behind those whose facts it needs. */
export const CHECKS: readonly Check[] = [
  configuration,
  household,
  reachable,
  access,
  datasource,
  clockSkew,
  exporters,
  metrics,
  units,
  meterIdentifier,
  logger,
  inverterClock,
  retention,
  recordingRules,
];
