import type { Anomaly } from './finding.ts'

/** Says of each event how unexpected its template is, before it learns from it. */
export type NoveltyDetector = {
  push(templateId: number): (Anomaly & { kind: 'new' | 'rare' }) | undefined
  /** Counts an event of a kind that is not looked at. */
  pass(): void
  /** How many events have been evaluated. */
  evaluated(): number
  state(): NoveltyState
}

/** The state from which a detector continues, as plain data: how often each template was seen, and all events. */
export type NoveltyState = {
  counts: [templateId: number, count: number][]
  events: number
  /** Missing in what was kept before there was such a field. */
  epochs?: Epochs
}

/** Templates that came for the first time since the number of events last doubled, and in the epoch before; of how many events each. */
type Epochs = { from: number; found: number; foundBefore: number; eventsBefore: number }

/** Events before the first that is evaluated. */
const WARM_UP = 100
/** Templates with at most so many events may be rare. */
const RARE_COUNT = 32
/** Added to the templates that came for the first time of late: half of one more. */
const UNSEEN = 0.5

/**
 * A template never seen before has the probability that Good and Turing give to everything unseen, N1 / N (Good 1953), with
 * half an event where every template was seen twice; or the rate at which new ones came in the last half of the events or more, where that
 * is less: what a log says once when it begins does not make the unseen likely for ever. One seen before has the share of all events
 * whose template was seen as seldom or less. Silent for the first 100 events and for templates seen more than 32 times. Holds a number a template.
 */
export function createNoveltyDetector(saved?: NoveltyState): NoveltyDetector {
  const counts = new Map<number, number>(saved?.counts)
  const seen = new Int32Array(RARE_COUNT + 2)
  for (const count of counts.values()) if (count <= RARE_COUNT) seen[count] = (seen[count] as number) + 1
  let events = saved?.events ?? 0
  let epochs: Epochs = saved?.epochs ?? { from: events, found: 0, foundBefore: 0, eventsBefore: 0 }

  const shareUpTo = (count: number): number => {
    let mass = 0
    for (let r = 1; r <= count; r++) mass += r * (seen[r] as number)
    return mass / events
  }
  const shareOfUnseen = (): number => {
    const { from, found, foundBefore, eventsBefore } = epochs
    const rate = (found + foundBefore + UNSEEN) / (events - from + eventsBefore)
    return Math.min(rate, Math.max(0.5, seen[1] as number) / events)
  }
  const count = (): void => {
    if (events >= 2 * Math.max(WARM_UP, epochs.from))
      epochs = { from: events, found: 0, foundBefore: epochs.found, eventsBefore: events - epochs.from }
    events++
  }
  const learn = (templateId: number, before: number): void => {
    count()
    if (before === 0) epochs.found++
    counts.set(templateId, before + 1)
    if (before > 0 && before <= RARE_COUNT) seen[before] = (seen[before] as number) - 1
    if (before < RARE_COUNT) seen[before + 1] = (seen[before + 1] as number) + 1
  }
  return {
    push(templateId) {
      const before = counts.get(templateId) ?? 0
      const isReady = events >= WARM_UP
      const probability = !isReady ? 1 : before === 0 ? shareOfUnseen() : shareUpTo(Math.min(before, RARE_COUNT))
      learn(templateId, before)
      if (!isReady || before > RARE_COUNT) return undefined
      return { kind: before === 0 ? 'new' : 'rare', probability }
    },
    pass: count,
    evaluated: () => Math.max(0, events - WARM_UP),
    state: () => ({ counts: [...counts], events, epochs: { ...epochs } }),
  }
}
