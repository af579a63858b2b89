import { evaluateWindows, type LabelledScores, nabScores } from '@omen/engine/evaluate'
import type { Evaluation } from '../results/evaluation.ts'

/** Compares the scores of series with the labelled windows of each. */
export function evaluateScores(
  parts: readonly (LabelledScores & { file: string; series: string })[],
  threshold: number,
): Pick<Evaluation, 'parts' | 'total' | 'scores'> {
  const nab = nabScores(parts)
  return {
    parts: parts.map((part) => ({
      file: part.file,
      series: part.series,
      rows: part.times.length,
      evaluation: evaluateWindows([part], threshold),
    })),
    total: evaluateWindows(parts, threshold),
    scores: { threshold, nab: nab.standard.windows > 0 ? nab : undefined },
  }
}
