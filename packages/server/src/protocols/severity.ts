/** https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber and its table for syslog. */
const NUMBERS: Readonly<Record<string, number>> = {
  trace: 1,
  verbose: 1,
  debug: 5,
  info: 9,
  information: 9,
  informational: 9,
  notice: 10,
  warn: 13,
  warning: 13,
  err: 17,
  error: 17,
  crit: 18,
  critical: 18,
  alert: 19,
  fatal: 21,
  panic: 21,
  emerg: 21,
  emergency: 21,
}

const HIGHEST = 24

/** The severity number of OpenTelemetry for a number of it or a name; 0 for anything else. */
export function severityOf(value: unknown): number {
  if (typeof value === 'string') return NUMBERS[value.trim().toLowerCase()] ?? 0
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= HIGHEST ? value : 0
}

/** The severity of a log level: a name, or a number as pino and bunyan have it (10 is trace, 60 fatal). */
export function severityOfLevel(value: unknown): number {
  if (typeof value !== 'number') return severityOf(value)
  return [0, 1, 5, 9, 13, 17, 21][value / 10] ?? 0
}
