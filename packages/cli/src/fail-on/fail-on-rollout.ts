import type { RolloutFinding } from '@omen/engine'

/** Verdicts that fail a build, worst first: each includes those before it. */
export const failingVerdicts = ['worse', 'changed', 'insufficient'] as const
export type FailingVerdict = (typeof failingVerdicts)[number]

/** Whether a finding is at least as bad as the verdict that fails a build. */
export function isFailing({ verdict }: Pick<RolloutFinding, 'verdict'>, limit: FailingVerdict): boolean {
  return failingVerdicts.slice(0, failingVerdicts.indexOf(limit) + 1).some((one) => one === verdict)
}
