export const LEVEL_NAMES = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LevelName = (typeof LEVEL_NAMES)[number]

/** OpenTelemetry's first number of each. */
const FIRST_OF: Record<LevelName, number> = { fatal: 21, error: 17, warn: 13, info: 9, debug: 5, trace: 1 }

/** The level of a severity as OpenTelemetry numbers them; null where it is not known. */
export const levelOf = (severity: number): LevelName | null =>
  LEVEL_NAMES.find((name) => severity >= FIRST_OF[name]) ?? null

export const minSeverity = (level: LevelName): number => FIRST_OF[level]
