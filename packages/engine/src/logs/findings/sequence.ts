import type { Anomaly } from './finding.ts'
import { createRecentTail } from './recent-tail.ts'

/** Says how improbable the template of an event is after the two before it from the same source. */
export type SequenceDetector = {
  push(source: string, templateId: number): Anomaly | undefined
  /** How many events have been evaluated. */
  evaluated(): number
}

type Context = { total: number; readonly next: Map<number, number> }

const maxContexts = 20_000
const maxSources = 5000
const warmUp = 256
const history = 2048
const fewest = 10
const enough = 5

/** Holds the most recent entries of a map: the oldest tenth goes when it is full. */
function bound<Value>(map: Map<string, Value>, most: number): void {
  if (map.size <= most) return
  let spare = Math.ceil(most / 10)
  for (const key of map.keys()) {
    if (spare-- === 0) return
    map.delete(key)
  }
}

/**
 * How much less probable an event is after the two events before it from the same source than in that source at all, ln P(t) -
 * ln P(t | before); the tail of these makes them probabilities, none below 1 / n after n events: so many cannot tell more.
 * P(t | before) is that of the two events before, or else the one, which have come ten times as often as the source has templates,
 * with the mass of Witten and Bell (1991) for what has not followed yet; each event is evaluated before it is learned. A template
 * that its source has had fewer than five times is new there, not out of order. Bounded: 20,000 contexts, 5,000 sources, the last
 * 2,048 values; silent for the first 256 events.
 */
export function createSequenceDetector(): SequenceDetector {
  const contexts = new Map<string, Context>()
  const before = new Map<string, readonly [number, number]>()
  const tail = createRecentTail(history, warmUp)
  let evaluated = 0

  const learn = (key: string, templateId: number): void => {
    const context = contexts.get(key) ?? { total: 0, next: new Map<number, number>() }
    context.total++
    context.next.set(templateId, (context.next.get(templateId) ?? 0) + 1)
    // Set again, so that contexts in use are the last to go.
    contexts.delete(key)
    contexts.set(key, context)
  }
  const scoreOf = (templateId: number, [source, ...places]: readonly [string, ...string[]]): number => {
    const whole = contexts.get(source)
    const seen = whole?.next.get(templateId) ?? 0
    if (!whole || seen < enough) return 0
    const place = places.map((key) => contexts.get(key)).find((one) => (one?.total ?? 0) >= fewest * whole.next.size)
    if (!place) return 0
    const anywhere = seen / whole.total
    const kinds = place.next.size
    return Math.log(anywhere / (((place.next.get(templateId) ?? 0) + kinds * anywhere) / (place.total + kinds)))
  }
  return {
    push(source, templateId) {
      const [a, b] = before.get(source) ?? [0, 0]
      const keys = [source, `${source}\n${a} ${b}`, `${source}\n${b}`] as const
      const anomalyScore = scoreOf(templateId, keys)
      for (const key of keys) learn(key, templateId)
      before.delete(source)
      before.set(source, [b, templateId])
      bound(before, maxSources)
      bound(contexts, maxContexts)
      const probability = tail.push(anomalyScore)
      if (probability === undefined) return undefined
      evaluated++
      return { probability: Math.max(probability, 1 / (evaluated + 1)) }
    },
    evaluated: () => evaluated,
  }
}
