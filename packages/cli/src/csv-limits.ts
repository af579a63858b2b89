import type { CsvLimits } from '@omen/engine'

/** The table limits that a server has by default. */
export const CSV_LIMITS: CsvLimits = { maxColumns: 10_000, maxLineBytes: 4 << 20, maxRejectedListed: 100 }
