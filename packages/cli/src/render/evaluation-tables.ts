import type { CalibrationPoint, NabScore } from '@omen/engine'
import type { EvaluatedPart, NabProfileName } from '../results/evaluation.ts'
import { duration } from './duration.ts'
import { count } from './figures.ts'
import { share } from './share.ts'
import type { Column } from './table.ts'

/** A table before it is drawn, for a terminal or as Markdown. */
export interface PlainTable {
  columns: Column[]
  rows: string[][]
}

const right = (title: string): Column => ({ title, align: 'right' })

const PROFILE_NAMES: Record<NabProfileName, string> = { standard: 'standard', lowFP: 'low FP', lowFN: 'low FN' }

/** NAB's scores, each at the threshold that is best for it. */
export function nabTable(nab: Record<NabProfileName, NabScore>): PlainTable {
  const columns = [{ title: 'NAB' }, ...['SCORE', 'BEST THRESHOLD', 'WINDOWS HIT', 'FALSE ALARMS'].map(right)]
  const rows = (Object.keys(PROFILE_NAMES) as NabProfileName[]).map((name) => {
    const { score, threshold, windowsHit, windows, falseAlarms } = nab[name]
    const at = Number.isFinite(threshold) ? String(Number(threshold.toPrecision(4))) : 'no alarm at all'
    return [PROFILE_NAMES[name], score?.toFixed(2) ?? '–', at, `${windowsHit} of ${windows}`, count(falseAlarms)]
  })
  return { columns, rows }
}

/** Share of normal samples that a model flags, nominal and observed. */
export function calibrationTable(points: readonly CalibrationPoint[]): PlainTable {
  const columns = ['1 - PVALUE', 'FLAGGED', 'TIMES', 'NORMAL ROWS'].map(right)
  const rows = points.map(({ nominal, observed, samples }) => [
    perCent(nominal),
    samples === 0 ? '–' : perCent(observed),
    samples === 0 ? '–' : (observed / nominal).toFixed(2),
    count(samples),
  ])
  return { columns, rows }
}

const perCent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`

/** Each series, in the order of the files. */
export function partsTable(parts: readonly EvaluatedPart[]): PlainTable {
  const named = parts.some(({ series }) => series !== '')
  const titles = ['ROWS', 'WINDOWS', 'HIT', 'FALSE ALARMS', 'PRECISION', 'RECALL', 'DELAY']
  const columns = [
    { title: 'FILE', shrink: 1 as const },
    ...(named ? [{ title: 'SERIES', shrink: 2 as const }] : []),
    ...titles.map(right),
  ]
  const rows = parts.map(({ file, series, rows: length, evaluation }) => {
    const { windows, windowsHit, falseAlarms, precision, recall, delayMs } = evaluation
    const delay = delayMs === undefined ? '–' : duration(delayMs)
    const figures = [windows, windowsHit, falseAlarms].map(count)
    return [file, ...(named ? [series] : []), count(length), ...figures, share(precision), share(recall), delay]
  })
  return { columns, rows }
}
