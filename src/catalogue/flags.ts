/**
 * The flags of the daily table and what they mean.
 *
 * @module
 */

/** Flags of the daily table and their meanings. */
export const FLAGS = {
  no_data: "Neither meter nor inverter has a sample in the period",
  running: "The day is not over",
  days_missing: "On some days of the period an energy is unknown; sums contain the other days",
  period_cut: "The range contains only part of the period",
  grid_gap: "Grid power samples are missing, so export may be too low",
  pv_gap: "Inverter samples are missing in daylight or possible daylight",
  register_interpolated: "No meter reading near one of the midnights; it is interpolated",
  register_partial: "The meter's register is known for only part of the day",
  register_mismatch:
    "The server's increase exceeds the difference of the register readings; the readings count",
  import_integrated: "The meter's register has no samples; import is integrated from power",
  logger_down:
    "The device ran but its readings were lost: its counter advanced, or power was exported",
  outage: "The device did not run: its counter stood still when it should have advanced",
  gap_unknown: "Samples are missing for an unknown reason",
  recovered: "A counter shows the energy of a gap, but not the time of day",
  counter_reset: "A counter restarted at zero; counting continued",
  counter_repaired: "A counter fault was left out; see the repairs",
  counter_replaced: "A counter jumped further than is physically possible; the jump does not count",
  impossible_power:
    "A power sample exceeds what the fuse or the panels allow; left out, see the repairs",
  late_reset: "The inverter's day counter still showed the previous day; left out",
  yield_recovered: "The day counter misses part of the day; the lifetime counter is used",
  yield_integrated: "No counter has the yield; it is integrated from power",
  yield_partial: "The inverter's counters miss the end of the day",
  yield_mismatch: "Day counter and lifetime counter disagree by more than their resolution",
  export_exceeds_yield: "More energy was fed in than generated; self-consumption is unknown",
  sign_reversed: "Grid power seems to have the opposite sign of the household file; see the notice",
  unit_wrong: "A power or a counter seems to have another unit than the household file says",
  registers_swapped: "The registers of import and export seem to be swapped in the household file",
  meter_partial: "Grid power seems to cover only part of the house, such as one phase",
  meter_doubled: "Grid power or a register seems to contain a series or a consumer twice",
  series_repeated: "Two roles of the household file have the same series",
  generation_wrong: "The generation seems to be a consumer's power",
  zone_wrong: "The zone seems to be wrong, judging by the coordinates or the sun",
  place_wrong: "The coordinates seem to be wrong, judging by the sun",
  battery_gap: "Samples of the battery's power are missing",
  consumer_gap: "Samples of a consumer are missing; its energy is too low",
  charge_exceeds_yield:
    "More energy was charged and fed in than generated and drawn; the consumption is unknown",
  consumers_exceed_consumption:
    "The named consumers used more than the whole house; one may not be behind the meter",
  inverter_loss_included:
    "The consumption includes the losses of the hybrid inverter, which nothing measures",
  battery_unbound: "Grid power stays near zero at night: a battery seems to be missing in the file",
  battery_reversed:
    "The battery seems to charge while it discharges: a wrong sign, or exchanged counters",
  balanced: "Export and yield differ within their error; the less certain one was set to the other",
  rule_fallback: "Raw samples are missing; a recording rule is used",
  unchecked: "The server's number cannot be checked yet, because there is no second one",
} as const;

/** A flag of the daily table. */
export type Flag = keyof typeof FLAGS;
