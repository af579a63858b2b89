import type { Oddity } from './finding.ts'
import { createRecentTail } from './recent-tail.ts'

/** Says how improbable the template of an event is after the two before it from the same source. */
export type SequenceDetector = { push(source: string, templateId: number): Oddity | undefined }

type Context = { total: number; readonly next: Map<number, number> }

const maxContexts = 20_000
const maxSources = 5000
const warmUp = 256
const history = 2048

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
 * Trigram probabilities a source, interpolated with bigrams and single templates by Witten and Bell (1991), each event judged
 * before it is learned; the tail of the surprises -ln P makes them probabilities. Bounded: 20,000 contexts, 5,000 sources,
 * the last 2,048 surprises; silent for the first 256 events.
 */
export function createSequenceDetector(): SequenceDetector {
  const contexts = new Map<string, Context>()
  const before = new Map<string, readonly [number, number]>()
  const tail = createRecentTail(history, warmUp)

  const probabilityIn = (key: string, templateId: number, fallback: number): number => {
    const context = contexts.get(key)
    if (!context) return fallback
    const kinds = context.next.size
    return ((context.next.get(templateId) ?? 0) + kinds * fallback) / (context.total + kinds)
  }
  const learn = (key: string, templateId: number): void => {
    const context = contexts.get(key) ?? { total: 0, next: new Map<number, number>() }
    context.total++
    context.next.set(templateId, (context.next.get(templateId) ?? 0) + 1)
    contexts.set(key, context)
  }
  return {
    push(source, templateId) {
      const [a, b] = before.get(source) ?? [0, 0]
      const keys = ['', `${source}\n${b}`, `${source}\n${a} ${b}`]
      const uniform = 1 / ((contexts.get('')?.next.size ?? 0) + 1)
      const likelihood = keys.reduce((fallback, key) => probabilityIn(key, templateId, fallback), uniform)
      for (const key of keys) learn(key, templateId)
      before.set(source, [b, templateId])
      bound(before, maxSources)
      const root = contexts.get('') as Context
      bound(contexts, maxContexts)
      contexts.set('', root)
      const probability = tail.push(-Math.log(likelihood))
      return probability === undefined ? undefined : { probability }
    },
  }
}
