export const levelNames = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LevelName = (typeof levelNames)[number]

/** OpenTelemetry's first number of each. */
const firstOf: Record<LevelName, number> = { fatal: 21, error: 17, warn: 13, info: 9, debug: 5, trace: 1 }

/** The level of a severity as OpenTelemetry numbers them; null where it is not known. */
export const levelOf = (severity: number): LevelName | null =>
  levelNames.find((name) => severity >= firstOf[name]) ?? null

export const minSeverity = (level: LevelName): number => firstOf[level]
