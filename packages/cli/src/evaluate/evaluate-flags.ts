import { type Alarm, evaluateAlarms, type LabelledSeries } from '@omen/engine/evaluate'
import type { Evaluation } from '../results/evaluation.ts'

/** A series whose rows are flagged by findings of a model, with its labelled windows. */
export type FlaggedSeries = LabelledSeries & { file: string; series: string; flags: Uint8Array }

/** Compares runs of flagged rows with the labelled windows of each series. Every row is evaluated. */
export function evaluateFlags(parts: readonly FlaggedSeries[]): Pick<Evaluation, 'parts' | 'total'> {
  const series = parts.map(({ times, windows, flags }) => ({ times, windows, alarms: runsOf(flags), evaluatedFrom: 0 }))
  return {
    parts: parts.map(({ file, series: name, times }, k) => ({
      file,
      series: name,
      rows: times.length,
      evaluation: evaluateAlarms([series[k]!]),
    })),
    total: evaluateAlarms(series),
  }
}

function runsOf(flags: Uint8Array): Alarm[] {
  const runs: Alarm[] = []
  for (let row = 0; row < flags.length; row++) {
    if (flags[row] !== 1) continue
    if (row > 0 && flags[row - 1] === 1) runs.at(-1)!.to = row
    else runs.push({ from: row, to: row, reportedRow: row })
  }
  return runs
}
