import { severityRank } from '@omen/charts/findings'
import type { ComparedFinding, ComparedMetric, FrozenDetection } from '../../schema/wire-types.ts'

interface Found {
  readonly key: string
  readonly kind: ComparedFinding['kind']
  readonly title: string
  readonly seriesId: string | undefined
  /** Of a finding in log lines, which has no series. */
  readonly instance?: string
  readonly severity: number | null
  readonly start: number
  /** From the beginning of its run. */
  readonly offset: number
}

type Side = Pick<FrozenDetection, 'from' | 'periods' | 'gaps' | 'logs' | 'series'>

const MAX_FINDINGS = 1000

export interface Compared {
  readonly findings: ComparedFinding[]
  readonly metrics: ComparedMetric[]
  readonly counts: { readonly new: number; readonly gone: number; readonly both: number }
}

/** What is new, gone or in both of two runs; `a` is the earlier one. */
export function compareFindings(a: Side, b: Side): Compared {
  const names = new Map([...a.series, ...b.series].map((one) => [one.seriesId, one]))
  const [before, after] = [foundIn(a), foundIn(b)]
  const all = matchFindings(before, after).map(([earlier, later]): ComparedFinding => {
    const shown = later ?? earlier!
    const series = names.get(shown.seriesId ?? '')
    return {
      state: earlier && later ? 'both' : later ? 'new' : 'gone',
      kind: shown.kind,
      title: shown.title,
      metric: series?.metric ?? null,
      instance: series?.instance ?? (shown.instance || null),
      severity: later?.severity ?? null,
      severityBefore: earlier?.severity ?? null,
      ...(later && { start: later.start }),
      ...(earlier && { startBefore: earlier.start }),
    }
  })
  const count = (state: ComparedFinding['state']) => all.filter((one) => one.state === state).length
  return {
    findings: all.sort(byNews).slice(0, MAX_FINDINGS),
    metrics: metricsOf(all),
    counts: { new: count('new'), gone: count('gone'), both: count('both') },
  }
}

function foundIn({ from, periods, gaps, logs = [] }: Side): Found[] {
  return [
    ...periods.map(({ kind, series: [lead], val, start, sentence }) => ({
      key: `${kind} ${lead?.seriesId ?? ''} ${Math.sign(val)}`,
      kind,
      title: sentence,
      seriesId: lead?.seriesId,
      severity: Math.min(10, severityRank(val)),
      start,
      offset: start - from,
    })),
    ...logs.map(({ kind, template, instance, val, start, sentence }) => ({
      key: `log ${kind} ${instance} ${template}`,
      kind: 'log' as const,
      title: sentence,
      seriesId: undefined,
      instance,
      severity: Math.min(10, severityRank(val)),
      start,
      offset: start - from,
    })),
    ...gaps.map(({ kind, seriesIds, start, sentence }) => ({
      key: `gap ${kind} ${seriesIds.join(' ')}`,
      kind,
      title: sentence,
      seriesId: seriesIds[0],
      severity: null,
      start,
      offset: start - from,
    })),
  ]
}

type Pair = readonly [Found | undefined, Found | undefined]

/** Each finding once: of those with the same key the pairs that lie nearest to each other first. */
function matchFindings(before: readonly Found[], after: readonly Found[]): Pair[] {
  const earlierBy = Map.groupBy(before, ({ key }) => key)
  const laterBy = Map.groupBy(after, ({ key }) => key)
  const keys = new Set([...earlierBy.keys(), ...laterBy.keys()])
  return [...keys].flatMap((key): Pair[] => {
    const { pairs, before, after } = pairNearest(earlierBy.get(key) ?? [], laterBy.get(key) ?? [])
    return [...pairs, ...before.map((one): Pair => [one, undefined]), ...after.map((other): Pair => [undefined, other])]
  })
}

const RANK = { new: 0, gone: 1, both: 2 } as const

function byNews(a: ComparedFinding, b: ComparedFinding): number {
  const degree = (one: ComparedFinding) => one.severity ?? one.severityBefore ?? 0
  return RANK[a.state] - RANK[b.state] || degree(b) - degree(a) || (a.start ?? 0) - (b.start ?? 0)
}

function metricsOf(all: readonly ComparedFinding[]): ComparedMetric[] {
  const worst = (values: readonly (number | null)[]): number | null => {
    const degrees = values.filter((value) => value !== null)
    return degrees.length === 0 ? null : Math.max(...degrees)
  }
  const named = all.filter(({ metric }) => metric !== null)
  return [...Map.groupBy(named, ({ metric }) => metric!)]
    .map(([metric, found]) => ({
      metric,
      findings: found.filter(({ state }) => state !== 'gone').length,
      findingsBefore: found.filter(({ state }) => state !== 'new').length,
      severity: worst(found.map(({ severity }) => severity)),
      severityBefore: worst(found.map(({ severityBefore }) => severityBefore)),
    }))
    .sort((a, b) => (b.severity ?? 0) - (a.severity ?? 0) || a.metric.localeCompare(b.metric))
}

interface Placed {
  readonly offset: number
}

interface Paired<T> {
  readonly pairs: (readonly [T, T])[]
  /** Without another one. */
  readonly before: T[]
  readonly after: T[]
}

/**
 * Pairs of two sets, each one once: those that lie nearest to each other first. The nearest two of what is left always are neighbours, so that only
 * neighbours are compared: n log n steps for n of both.
 */
export function pairNearest<T extends Placed>(before: readonly T[], after: readonly T[]): Paired<T> {
  const all = [...before.map((one) => ({ one, isAfter: false })), ...after.map((one) => ({ one, isAfter: true }))].sort(
    (a, b) => a.one.offset - b.one.offset,
  )
  const previous = all.map((_, index) => index - 1)
  const next = all.map((_, index) => index + 1)
  const isPaired = new Uint8Array(all.length)
  const queue = createQueue()
  const add = (left: number, right: number): void => {
    const [a, b] = [all[left], all[right]]
    if (a === undefined || b === undefined || a.isAfter === b.isAfter) return
    queue.push({ left, right, distance: b.one.offset - a.one.offset })
  }
  for (let index = 0; index + 1 < all.length; index++) add(index, index + 1)
  const pairs: (readonly [T, T])[] = []
  for (let nearest = queue.pop(); nearest !== undefined; nearest = queue.pop()) {
    const { left, right } = nearest
    if (isPaired[left] || isPaired[right]) continue
    isPaired[left] = isPaired[right] = 1
    const [a, b] = [all[left]!, all[right]!]
    pairs.push(a.isAfter ? [b.one, a.one] : [a.one, b.one])
    const [outerLeft, outerRight] = [previous[left]!, next[right]!]
    if (outerLeft >= 0) next[outerLeft] = outerRight
    if (outerRight < all.length) previous[outerRight] = outerLeft
    add(outerLeft, outerRight)
  }
  const left = all.filter((_, index) => !isPaired[index])
  return {
    pairs,
    before: left.filter(({ isAfter }) => !isAfter).map(({ one }) => one),
    after: left.filter(({ isAfter }) => isAfter).map(({ one }) => one),
  }
}

interface Neighbours {
  readonly left: number
  readonly right: number
  readonly distance: number
}

/** The nearest first: a binary heap. */
function createQueue() {
  const heap: Neighbours[] = []
  const isLess = (a: number, b: number): boolean => heap[a]!.distance < heap[b]!.distance
  const swap = (a: number, b: number): void => {
    const kept = heap[a]!
    heap[a] = heap[b]!
    heap[b] = kept
  }
  return {
    push(item: Neighbours): void {
      let at = heap.push(item) - 1
      for (let parent = (at - 1) >> 1; at > 0 && isLess(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent)
        at = parent
      }
    },
    pop(): Neighbours | undefined {
      const first = heap[0]
      const last = heap.pop()
      if (heap.length === 0 || last === undefined) return first
      heap[0] = last
      for (let at = 0; ; ) {
        let min = at
        for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && isLess(child, min)) min = child
        if (min === at) return first
        swap(at, min)
        at = min
      }
    },
  }
}
