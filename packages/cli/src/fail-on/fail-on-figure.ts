import type { Evaluation } from '../results/evaluation.ts'
import type { FailOnRule } from './gate.ts'
import { parseLimit, tidyRule } from './limit.ts'

type EvaluationSummary = Pick<Evaluation, 'total' | 'scores'>

/** A rule on an evaluation. `isKnown` returns false if the figure cannot be computed: a gate then fails. */
export interface FailOnFigure extends FailOnRule<EvaluationSummary> {
  isKnown(evaluation: EvaluationSummary): boolean
}

const figures = {
  precision: ({ total }: EvaluationSummary) => total.precision,
  recall: ({ total }: EvaluationSummary) => total.recall,
  f1: ({ total }: EvaluationSummary) => total.f1,
  'false-alarms': ({ total }: EvaluationSummary) => total.falseAlarmsPerDay,
  nab: ({ scores }: EvaluationSummary) => scores?.nab?.standard.score,
}
const SHARE = { fails: 'either', max: 1 } as const
const LIMITS = {
  ...({ precision: SHARE, recall: SHARE, f1: SHARE, 'false-alarms': { fails: 'either' } } as const),
  nab: { fails: 'either', min: Number.NEGATIVE_INFINITY, max: 100 },
} as const
const HINT = 'Write it like "f1<0.6", "recall<0.5", "precision<0.7", "false-alarms>0.01" or "nab<70", in quotes.'

/** Reads `f1<0.6`, `recall<0.5`, `precision<=0.7`, `false-alarms>0.01` (a series-day) or `nab<70`. */
export function parseFailOnFigure(text: string): FailOnFigure {
  const rule = tidyRule(text).toLowerCase()
  const { name, fails } = parseLimit(rule, LIMITS, HINT)
  return {
    rule,
    isKnown: (evaluation) => figures[name](evaluation) !== undefined,
    check(evaluation) {
      const value = figures[name](evaluation)
      if (value === undefined) return { what: 'it cannot be computed' }
      return fails(value) ? { value } : undefined
    },
  }
}
