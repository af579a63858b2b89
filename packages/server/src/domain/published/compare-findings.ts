import { severityRank } from '@omen/charts/findings'
import type { ComparedFinding, ComparedMetric, FrozenDetection } from '../../schema/wire-types.ts'
import { pairNearest } from './pair-nearest.ts'

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

const mostFindings = 1000

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
      ...{
        kind: shown.kind,
        title: shown.title,
        metric: series?.metric ?? null,
        instance: series?.instance ?? (shown.instance || null),
      },
      ...{ severity: later?.severity ?? null, severityBefore: earlier?.severity ?? null },
      ...(later && { start: later.start }),
      ...(earlier && { startBefore: earlier.start }),
    }
  })
  const count = (state: ComparedFinding['state']) => all.filter((one) => one.state === state).length
  return {
    findings: all.sort(byNews).slice(0, mostFindings),
    metrics: metricsOf(all),
    counts: { new: count('new'), gone: count('gone'), both: count('both') },
  }
}

function foundIn({ from, periods, gaps, logs = [] }: Side): Found[] {
  return [
    ...periods.map(({ kind, series: [lead], val, start, sentence }) => ({
      ...{ key: `${kind} ${lead?.seriesId ?? ''} ${Math.sign(val)}`, kind, title: sentence, seriesId: lead?.seriesId },
      ...{ severity: Math.min(10, severityRank(val)), start, offset: start - from },
    })),
    ...logs.map(({ kind, template, instance, val, start, sentence }) => ({
      ...{
        key: `log ${kind} ${instance} ${template}`,
        kind: 'log' as const,
        title: sentence,
        seriesId: undefined,
        instance,
      },
      ...{ severity: Math.min(10, severityRank(val)), start, offset: start - from },
    })),
    ...gaps.map(({ kind, seriesIds, start, sentence }) => ({
      ...{ key: `gap ${kind} ${seriesIds.join(' ')}`, kind, title: sentence, seriesId: seriesIds[0] },
      ...{ severity: null, start, offset: start - from },
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

const rank = { new: 0, gone: 1, both: 2 } as const

function byNews(a: ComparedFinding, b: ComparedFinding): number {
  const degree = (one: ComparedFinding) => one.severity ?? one.severityBefore ?? 0
  return rank[a.state] - rank[b.state] || degree(b) - degree(a) || (a.start ?? 0) - (b.start ?? 0)
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
