import { type CauseRanking, renderCause } from '@omen/engine/causes'
import { csvRow } from '@omen/sdk/rules'
import type { Language } from './language.ts'

const COLUMNS = 'rank,role,series,share,side,deviation,onset,behind_ms,persistence,sentence'

/** The ranked series as CSV, the likeliest first: times in epoch milliseconds. */
export function causesCsv({ causes }: CauseRanking, language: Language): string {
  const rows = causes.map((cause, index) => {
    const { seriesId, role, share, reasons } = cause
    const { side, deviation, onset, behindMs, persistence } = reasons
    const numbers = [share, side, deviation, onset, behindMs, persistence].map((value) => Number(value.toPrecision(15)))
    return csvRow([index + 1, role, seriesId, ...numbers, renderCause(cause, language)])
  })
  return `${[COLUMNS, ...rows].join('\n')}\n`
}
