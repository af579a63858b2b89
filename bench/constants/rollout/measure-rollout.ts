import { checkRollout, type RolloutVerdict } from '../../../packages/engine/src/index.ts'
import type { Figures } from '../measure-with.ts'
import { type ChoosingRollout, choosingRollouts, type Effect, simulateChoosingRollout } from './choosing-rollouts.ts'

const TURNS = 200
const FIRST_SEED = 30_000
const PROMISED = 0.05
/** A rate is promised: a false verdict beyond it counts as much as five changes that are not found. */
const WORTH_OF_FALSE = 5

/** Verdicts that find an effect. What becomes wider has no direction that is certain. */
const FOUND: Readonly<Record<Effect, readonly RolloutVerdict[]>> = {
  nothing: ['worse', 'better', 'changed'],
  step: ['worse'],
  leak: ['worse', 'changed'],
  spread: ['worse', 'better', 'changed'],
}

/**
 * Which part of simulated changes is not found, and how far false verdicts go beyond the promised rate, each as a mean over the kinds;
 * `loss` is both.
 */
export function measure(): Figures {
  const shares = choosingRollouts.flatMap((kind, k) =>
    kind.effects.map((one) => ({ ...one, what: kind.what, share: shareFound(kind, one, FIRST_SEED + 1000 * k) })),
  )
  const missed = mean(shares.flatMap(({ effect, share }) => (effect === 'nothing' ? [] : [1 - share])))
  const excess = mean(
    shares.flatMap(({ effect, share }) => (effect === 'nothing' ? [Math.max(0, share - PROMISED)] : [])),
  )
  return {
    ...Object.fromEntries(shares.map(({ what, effect, share }) => [`${effect}, ${what}`, share])),
    missed,
    excess,
    loss: missed + WORTH_OF_FALSE * excess,
  }
}

function shareFound(kind: ChoosingRollout, one: ChoosingRollout['effects'][number], firstSeed: number): number {
  const { stepMs, before, after, controls } = kind
  let count = 0
  for (let turn = 0; turn < TURNS; turn++) {
    const { frame, at } = simulateChoosingRollout(kind, one, firstSeed + turn)
    const { verdict } = checkRollout(frame, {
      at,
      beforeMs: before * stepMs,
      afterMs: after * stepMs,
      ...(controls === undefined ? {} : { instances: ['reached'] }),
    })
    if (FOUND[one.effect].includes(verdict)) count++
  }
  return count / TURNS
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
