import type { RejectedRun } from '../../series/rejected-runs.ts'
import type { GapFinding } from '../period.ts'

/**
 * Says of each time without any sample how many lines of the file were rejected in it, and whether they are at least half of what is
 * missing: then nothing says that the collector was silent. Gaps and runs come in the order of time; other gaps are returned as they
 * are. `stepMs` is the interval of the file.
 */
export function nameRejectedLines(
  gaps: readonly GapFinding[],
  runs: readonly RejectedRun[],
  stepMs: number,
): GapFinding[] {
  let next = 0
  return gaps.map((gap) => {
    const { sentence, start, end } = gap
    if (sentence.kind !== 'collector') return gap
    let lines = 0
    while (next < runs.length && runs[next]!.before <= start) next++
    for (let k = next; k < runs.length && runs[k]!.after < end; k++) lines += runs[k]!.lines
    if (lines === 0) return gap
    const isUnreadable = 2 * lines * stepMs >= sentence.durationMs
    return { ...gap, sentence: { ...sentence, rejectedLines: lines, ...(isUnreadable && { isUnreadable }) } }
  })
}
