import { type Cause, type Frame, rankCauses } from '../../../packages/engine/src/index.ts'
import { changeRows, simulateFrame } from '../../../packages/engine/src/testing/simulate-frame.ts'
import { CONFOUNDERS, FAULT_KINDS } from '../../detection/incident-world/fault.ts'
import { simulateIncident } from '../../detection/incident-world/simulate-incident.ts'
import type { Figures } from '../measure-with.ts'
import { CHOOSING_FAULTS, type ChoosingSpan, simulateChoosingIncident } from './choosing-incidents.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FIRST_SEED = 70_000

const SPANS: readonly (ChoosingSpan & { readonly turns: number })[] = [
  { stepMs: 10_000, beforeMs: 75 * MINUTE, maxMs: 20 * MINUTE, rhythm: 0, turns: 6 },
  { stepMs: 20_000, beforeMs: 75 * MINUTE, maxMs: 30 * MINUTE, rhythm: 0, turns: 6 },
  { stepMs: 120_000, beforeMs: 3 * HOUR, maxMs: 60 * MINUTE, rhythm: 4, turns: 6 },
  { stepMs: 60_000, beforeMs: 26 * HOUR, maxMs: 6 * HOUR, rhythm: 12, turns: 3 },
  { stepMs: 300_000, beforeMs: 26 * HOUR, maxMs: 10 * HOUR, rhythm: 12, turns: 4 },
]

/** Intervals of the system of calls, and incidents of each kind at each. */
const CALL_STEPS_MS = [5_000, 15_000, 30_000, 60_000]
const CALL_TURNS = 4
/** Below the seeds of the table that shows this system. */
const FIRST_CALL_SEED = 600_000

/** The column, the row and the size of each movement: the memory of b goes first and by little, its CPU and then CPU and network of a follow by much. */
const FOLLOWING: readonly (readonly [number, number, number])[] = [
  [4, 150, 25],
  [3, 152, 60],
  [0, 154, 90],
  [2, 155, 90],
]

type Ranked = { readonly group: string; readonly place: number }

/**
 * Avg@5 of the series in which simulated incidents began, the share of incidents whose cause is among the first k, averaged over k = 1 to 5,
 * in two simulated systems, by what goes on beside the fault. `loss` is what these averages lack, each of the eight the same, and, as a promise, what moved first not ranked first.
 */
export function measure(): Figures {
  const groups = Map.groupBy([...rankLayered(), ...rankCalls()], ({ group }) => group)
  const averages = [...groups].map(([group, all]) => [group, averageAt5(all)] as const)
  const average = averages.reduce((sum, [, one]) => sum + one, 0) / averages.length
  const firstMover = firstMoverShare()
  return { ...Object.fromEntries(averages), average, firstMover, loss: 1 - average + 1 - firstMover }
}

/** How often what moved first is the first cause where all else on its instance follows within a few rows and by more, with a start that is reported early or late. */
function firstMoverShare(): number {
  const names = ['a', 'b', 'c'].flatMap((instance) => ['cpu', 'mem', 'net'].map((metric) => `${metric}[${instance}]`))
  const calm = simulateFrame(
    names.map(() => 'noise'),
    200,
    3,
    names,
  )
  const moved = FOLLOWING.reduce((frame, [column, row, by]) => changeRows(frame, column, row, 200, (x) => x + by), calm)
  const starts = [-60_000, -30_000, 0, 30_000, 60_000].map((off) => moved.times[150]! + off)
  const isFirst = (start: number): boolean =>
    placeOf(moved, { start, end: moved.times[199]! }, ({ seriesId }) => seriesId === 'mem[b]') === 0
  return starts.filter(isFirst).length / starts.length
}

function rankLayered(): Ranked[] {
  return SPANS.flatMap((span, s) =>
    CHOOSING_FAULTS.flatMap((fault, f) =>
      Array.from({ length: span.turns }, (_, turn) => {
        const seed = FIRST_SEED + 1000 * s + 100 * f + turn
        const { frame, reported, isCause, beside } = simulateChoosingIncident(fault, span, seed)
        return { group: `layers, ${beside}`, place: placeOf(frame, reported, isCause) }
      }),
    ),
  )
}

function rankCalls(): Ranked[] {
  let seed = FIRST_CALL_SEED
  return [undefined, ...CONFOUNDERS].flatMap((beside) =>
    CALL_STEPS_MS.flatMap((stepMs) =>
      FAULT_KINDS.flatMap((kind) =>
        Array.from({ length: CALL_TURNS }, () => {
          const { frame, reported, causeId } = simulateIncident(kind, stepMs, seed++, beside)
          const place = placeOf(frame, reported, ({ seriesId }) => seriesId === causeId)
          return { group: `calls, ${beside ?? 'nothing'}`, place }
        }),
      ),
    ),
  )
}

function placeOf(
  frame: Frame,
  reported: { readonly start: number; readonly end: number },
  isCause: (cause: Cause) => boolean,
): number {
  const ranking = rankCauses(frame, reported)
  return ranking.kind === 'ranked' ? ranking.causes.findIndex(isCause) : -1
}

/** Places count from 0; -1 is nowhere. */
function averageAt5(all: readonly { readonly place: number }[]): number {
  return all.reduce((sum, { place }) => sum + (place < 0 ? 0 : Math.max(0, 5 - place) / 5), 0) / all.length
}
