import type { Detection } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import { byWorst, severityOf } from './severity.ts'

const COLUMNS = 'severity,val,kind,start,end,rows,probability,series,sentence,state'

/**
 * Anomalies as CSV, the worst first, then gaps with an empty severity and a kind that begins with "gap-": times in epoch
 * milliseconds, series joined by a space, the state when the data end.
 */
export function detectionCsv({ periods, gaps }: Pick<Detection, 'periods' | 'gaps'>): string {
  const rows = byWorst(periods).map((period) => {
    const { val, kind, start, end, rows: samples, probability, series, sentence, state } = period
    const names = series.map(({ seriesId }) => seriesId).join(' ')
    return csvRow([severityOf(period), val, kind, start, end, samples, probability ?? '', names, sentence, state])
  })
  const silences = gaps.map(({ kind, start, end, seriesIds, sentence, state }) =>
    csvRow(['', '', `gap-${kind}`, start, end, '', '', seriesIds.join(' '), sentence, state]),
  )
  return [COLUMNS, ...rows, ...silences].join('\n')
}
