import { type BadSide, checkRollout, type Frame, type Rollout, type RolloutFinding } from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import type { FrameFile } from '../io/read-frame.ts'

/** What is asked of a rollout. Durations are milliseconds. */
export interface RolloutQuestion {
  before?: number
  after?: number
  settle?: number
  /** Instances that it reached; where only `control` is given, all others. */
  treated?: string[]
  /** Instances that it did not reach; where only `treated` is given, all others. */
  control?: string[]
  earlierWeeks?: number
  badUp?: string[]
  badDown?: string[]
}

/** Which findings fail a build: each of them also those before it. */
export const failingVerdicts = ['worse', 'changed', 'insufficient'] as const
export type FailingVerdict = (typeof failingVerdicts)[number]

/** Whether a finding is at least as bad as the verdict that fails a build. */
export function isFailing({ verdict }: Pick<RolloutFinding, 'verdict'>, limit: FailingVerdict): boolean {
  return failingVerdicts.slice(0, failingVerdicts.indexOf(limit) + 1).some((one) => one === verdict)
}

/** Judges a rollout at a time of the table. Throws UsageError for instances that are not there, CliError for a time that is not. */
export function judgeRollout({ frame, name }: FrameFile, at: number, question: RolloutQuestion): Rollout {
  const { before, after, settle, earlierWeeks } = question
  requireTime(frame, name, at)
  requireMetrics(frame, [...(question.badUp ?? []), ...(question.badDown ?? [])])
  const { shown, treated } = divide(frame, question)
  return checkRollout(shown, {
    at,
    ...(treated !== undefined && { instances: treated }),
    ...(before !== undefined && { beforeMs: before }),
    ...(after !== undefined && { afterMs: after }),
    ...(settle !== undefined && { settleMs: settle }),
    ...(earlierWeeks !== undefined && { earlierWeeks }),
    badSides: badSidesOf(question),
  })
}

function requireTime({ times }: Frame, name: string, at: number): void {
  const [first = Number.NaN, last = Number.NaN] = [times[0], times.at(-1)]
  if (at > first && at <= last) return
  const [begin, end] = [first, last].map((time) => new Date(time).toISOString())
  const hint = `The file goes from ${begin} to ${end}; --at lies between.`
  const message = `${name}: nothing was measured both before and after the rollout`
  throw new CliError(message, { code: 'NOT_ENOUGH_DATA', exit: exitCode.failed, hint })
}

function requireMetrics({ series }: Frame, metrics: readonly string[]): void {
  const unknown = metrics.find((metric) => !series.some((key) => key.metric === metric))
  if (unknown !== undefined) throw new UsageError(`no column is of the metric ${unknown}`)
}

/** The series that were reached and those to compare with; series of other instances are left out where both are named. */
function divide(frame: Frame, { treated, control }: RolloutQuestion): { shown: Frame; treated?: string[] } {
  const known = [...new Set(frame.series.map(({ instance }) => instance))]
  const unknown = [...(treated ?? []), ...(control ?? [])].find((instance) => !known.includes(instance))
  if (unknown !== undefined) {
    const few = known.filter(Boolean).slice(0, 10).join(', ')
    throw new UsageError(`no column is of the instance ${unknown}`, few === '' ? undefined : `There are ${few}.`)
  }
  const both = treated?.find((instance) => control?.includes(instance))
  if (both !== undefined) throw new UsageError(`${both} cannot be both reached and a control`)
  if (control === undefined) return { shown: frame, ...(treated !== undefined && { treated }) }
  const reached = treated ?? known.filter((instance) => !control.includes(instance))
  if (reached.length === 0) throw new UsageError('every instance is a control: which did the rollout reach?')
  return { shown: keepInstances(frame, [...reached, ...control]), treated: reached }
}

function keepInstances(frame: Frame, instances: readonly string[]): Frame {
  const places = frame.series.flatMap(({ instance }, place) => (instances.includes(instance) ? [place] : []))
  return {
    ...frame,
    series: places.map((place) => frame.series[place]!),
    columns: places.map((place) => frame.columns[place]!),
  }
}

function badSidesOf({ badUp = [], badDown = [] }: RolloutQuestion): Record<string, BadSide> {
  return Object.fromEntries([...badUp.map((name) => [name, 'up']), ...badDown.map((name) => [name, 'down'])])
}
