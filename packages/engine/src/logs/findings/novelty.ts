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

/** What a detector goes on from, as plain data: how often each template was seen, and all events. */
export type NoveltyState = { counts: [templateId: number, count: number][]; events: number }

const warmUp = 100
const rareCount = 32

/**
 * A template never seen before has the probability that Good and Turing give to everything unseen, N1 / N (Good 1953), with
 * half an event where every template was seen twice. One seen before has the share of all events whose template was seen as
 * seldom or less. Silent for the first 100 events and for templates seen more than 32 times. Holds a number a template.
 */
export function createNoveltyDetector(saved?: NoveltyState): NoveltyDetector {
  const counts = new Map<number, number>(saved?.counts)
  const seen = new Int32Array(rareCount + 2)
  for (const count of counts.values()) if (count <= rareCount) seen[count] = (seen[count] as number) + 1
  let events = saved?.events ?? 0

  const shareUpTo = (count: number): number => {
    let mass = 0
    for (let r = 1; r <= count; r++) mass += r * (seen[r] as number)
    return mass / events
  }
  const learn = (templateId: number, count: number): void => {
    counts.set(templateId, count + 1)
    if (count > 0 && count <= rareCount) seen[count] = (seen[count] as number) - 1
    if (count < rareCount) seen[count + 1] = (seen[count + 1] as number) + 1
    events++
  }
  return {
    push(templateId) {
      const count = counts.get(templateId) ?? 0
      const isReady = events >= warmUp
      const probability = !isReady
        ? 1
        : count === 0
          ? Math.max(0.5, seen[1] as number) / events
          : shareUpTo(Math.min(count, rareCount))
      learn(templateId, count)
      if (!isReady || count > rareCount) return undefined
      return { kind: count === 0 ? 'new' : 'rare', probability }
    },
    pass: () => {
      events++
    },
    evaluated: () => Math.max(0, events - warmUp),
    state: () => ({ counts: [...counts], events }),
  }
}
