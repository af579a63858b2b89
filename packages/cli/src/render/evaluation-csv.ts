import { csvRow } from '@omen/sdk/rules'
import type { EvaluatedPart, Evaluation } from '../results/evaluation.ts'

const COLUMNS =
  'file,series,rows,days,windows,windows_hit,false_alarms,false_runs,precision,recall,f1,false_alarms_per_day,flagged_outside,delay_s'

/** A row for each series, and one for all together whose file is "total". What cannot be computed is empty. */
export function evaluationCsv({ parts, total }: Evaluation): string {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  return [COLUMNS, ...parts.map(rowOf), rowOf({ file: 'total', series: '', rows, evaluation: total })].join('\n')
}

function rowOf({ file, series, rows, evaluation }: EvaluatedPart): string {
  const {
    days,
    windows,
    windowsHit,
    falseAlarms,
    falseRuns,
    precision,
    recall,
    f1,
    falseAlarmsPerDay,
    flaggedOutside,
    delayMs,
  } = evaluation
  const shares = [
    precision,
    recall,
    f1,
    falseAlarmsPerDay,
    flaggedOutside,
    delayMs === undefined ? undefined : delayMs / 1000,
  ]
  const values = [file, series, rows, days, windows, windowsHit, falseAlarms, falseRuns, ...shares]
  return csvRow(values.map((value) => value ?? ''))
}
