import type { Evaluation } from '../results/evaluation.ts'
import { parseLimit, tidyRule } from './limit.ts'

type EvaluationSummary = Pick<Evaluation, 'total' | 'scores'>

/** When an evaluation fails a build. `matches` returns undefined if the figure cannot be computed. */
export interface FailOnFigure {
  readonly rule: string
  matches(evaluation: EvaluationSummary): boolean | undefined
}

const figures = {
  precision: ({ total }: EvaluationSummary) => total.precision,
  recall: ({ total }: EvaluationSummary) => total.recall,
  f1: ({ total }: EvaluationSummary) => total.f1,
  'false-alarms': ({ total }: EvaluationSummary) => total.falseAlarmsPerDay,
  nab: ({ scores }: EvaluationSummary) => scores?.nab?.standard.score,
}
const either = { fails: 'either' } as const
const limits = { precision: either, recall: either, f1: either, 'false-alarms': either, nab: either }
const hint = 'Write it like "f1<0.6", "recall<0.5", "precision<0.7", "false-alarms>0.01" or "nab<70", in quotes.'

/** Reads `f1<0.6`, `recall<0.5`, `precision<=0.7`, `false-alarms>0.01` (a series-day) or `nab<70`. Rules add up. */
export function parseFailOnFigure(text: string, earlier: readonly FailOnFigure[] = []): FailOnFigure[] {
  const rule = tidyRule(text).toLowerCase()
  const { name, fails } = parseLimit(rule, limits, hint)
  const matches: FailOnFigure['matches'] = (evaluation) => {
    const value = figures[name](evaluation)
    return value === undefined ? undefined : fails(value)
  }
  return [...earlier, { rule, matches }]
}
