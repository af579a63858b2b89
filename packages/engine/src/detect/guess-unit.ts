import type { SentenceUnit } from './sentence.ts'

const BY_ENDING: readonly [RegExp, SentenceUnit][] = [
  [/(^|[^a-z])(percent|pct)$|%$/, '%'],
  [/(^|[^a-z])(ms|millis|milliseconds)$/, 'ms'],
  [/(^|[^a-z])(seconds|secs?)$/, 's'],
  [/(^|[^a-z])bytes$/, 'B'],
  [/(^|[^a-z])kb$/, 'KB'],
  [/(^|[^a-z])mb$/, 'MB'],
  [/(^|[^a-z])gb$/, 'GB'],
]

/** The unit that a metric's name gives away by its last word (`heap_mb`, `latency.ms`), or `cpu` alone by custom; else ''. */
export function guessUnit(metric: string): SentenceUnit {
  const name = metric.toLowerCase().trim()
  if (/^cpu([^a-z]?(usage|utili[sz]ation|load))?$/.test(name)) return '%'
  return BY_ENDING.find(([ending]) => ending.test(name))?.[1] ?? ''
}
