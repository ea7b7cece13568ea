/**
 * What collectors of logs set before each line, as a pattern: CRI's time and stream, the time and
 * host of syslog, the name of a container of Compose.
 */
export const LOG_PREFIX =
  "(?:\\d{4}-\\d\\d-\\d\\d[T ][\\d:.,+Z-]{8,24} (?:std(?:out|err) [FP] ?)?|" +
  "[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d [\\w.-]{1,64} [\\w./-]{1,64}(?:\\[\\d{1,7}\\])?: |" +
  "[\\w.-]{1,40} {1,8}\\| )";
