import type { DividedFrame, Frame, RoleProblem } from '@omen/engine'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import type { FrameFile } from '../io/read-frame.ts'

/** Throws if nothing was measured both before and after the rollout. */
export function requireTimeWithin({ frame: { times }, name }: FrameFile, at: number): void {
  const [first = Number.NaN, last = Number.NaN] = [times[0], times.at(-1)]
  if (at > first && at <= last) return
  const [begin, end] = [first, last].map((time) => new Date(time).toISOString())
  const hint = `The file goes from ${begin} to ${end}; --at lies between.`
  const message = `${name}: nothing was measured both before and after the rollout`
  throw new CliError(message, { code: 'NOT_ENOUGH_DATA', exit: EXIT_CODE.failed, hint })
}

/** Throws a UsageError for a metric without a column. */
export function requireMetrics({ series }: Frame, metrics: readonly string[]): void {
  const unknown = metrics.find((metric) => !series.some((key) => key.metric === metric))
  if (unknown !== undefined) throw new UsageError(`no column is of the metric ${unknown}`)
}

/** The frame of the instances that take part; throws a UsageError for roles that no instance has. */
export function requireDivided(result: DividedFrame | RoleProblem): DividedFrame {
  switch (result.kind) {
    case 'divided':
      return result
    case 'unknown-instance': {
      const few = result.instances.filter(Boolean).slice(0, 10).join(', ')
      throw new UsageError(
        `no column is of the instance ${result.instance}`,
        few === '' ? undefined : `There are ${few}.`,
      )
    }
    case 'both-roles':
      throw new UsageError(`${result.instance} cannot be both reached and a control`)
    case 'nobody-treated':
      throw new UsageError('every instance is a control: which did the rollout reach?')
  }
}
