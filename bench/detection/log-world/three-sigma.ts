import type { LogAnalysis } from '../../../packages/engine/src/index.ts'

/** A bucket of a template that a rule flags. */
export type Flag = { readonly templateId: number; readonly from: number; readonly to: number }

const FEWEST = 12

/** The rule to compare with: a count above mean + 3 standard deviations of the buckets of its template before it. */
export function flagByThreeSigma({ events, templates, bucketMs }: LogAnalysis): Flag[] {
  const first = Math.floor(events.timeAt(0) / bucketMs)
  const counts = new Map(templates.map(({ id }) => [id, new Map<number, number>()]))
  let last = first
  for (let i = 0; i < events.length; i++) {
    const bucket = Math.floor(events.timeAt(i) / bucketMs)
    const own = counts.get(events.templateAt(i))!
    own.set(bucket, (own.get(bucket) ?? 0) + 1)
    last = Math.max(last, bucket)
  }
  return [...counts].flatMap(([templateId, own]) => {
    const flags: Flag[] = []
    let sum = 0
    let squares = 0
    for (let bucket = first; bucket <= last; bucket++) {
      const count = own.get(bucket) ?? 0
      const n = bucket - first
      const sigma = Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2))
      if (n >= FEWEST && count > sum / n + 3 * sigma)
        flags.push({ templateId, from: bucket * bucketMs, to: (bucket + 1) * bucketMs })
      sum += count
      squares += count * count
    }
    return flags
  })
}
