import { InvalidArgumentError } from 'commander'
import type { Evaluation } from './evaluation.ts'

/** When an evaluation fails a build. `matches` is undefined where the figure cannot be told. */
export interface FailOnFigure {
  readonly rule: string
  matches(evaluation: Pick<Evaluation, 'total' | 'scores'>): boolean | undefined
}

type Figure = (evaluation: Pick<Evaluation, 'total' | 'scores'>) => number | undefined

const figures: Record<string, Figure> = {
  precision: ({ total }) => total.precision,
  recall: ({ total }) => total.recall,
  f1: ({ total }) => total.f1,
  'false-alarms': ({ total }) => total.falseAlarmsPerDay,
  nab: ({ scores }) => scores?.nab?.standard.score,
}

const signs: Record<string, (value: number, limit: number) => boolean> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
}

/** Reads `f1<0.6`, `recall<0.5`, `precision<=0.7`, `false-alarms>0.01` (a series-day) or `nab<70`. Rules add up. */
export function parseFailOnFigure(text: string, earlier: readonly FailOnFigure[] = []): FailOnFigure[] {
  const rule = text.replaceAll(/\s+/g, '').toLowerCase()
  const [, name = '', sign = '', digits] = /^([a-z0-9-]+)(<=|>=|<|>)(\d+(?:\.\d+)?)$/.exec(rule) ?? []
  const figure = figures[name]
  const compare = signs[sign]
  if (!figure || !compare) {
    throw new InvalidArgumentError(
      'Write it like "f1<0.6", "recall<0.5", "precision<0.7", "false-alarms>0.01" or "nab<70", in quotes.',
    )
  }
  const matches: FailOnFigure['matches'] = (evaluation) => {
    const value = figure(evaluation)
    return value === undefined ? undefined : compare(value, Number(digits))
  }
  return [...earlier, { rule, matches }]
}
