import {
  type Cause,
  type CauseRanking,
  learnMovements,
  type PastIncident,
  type SeriesKey,
  toPastMovers,
} from '@omen/engine'
import { type FindingRow, toPeriod } from '../../findings/index.ts'

const mostCauses = 50

interface FindingCauses {
  readonly rows: readonly FindingRow[]
  readonly keys: readonly SeriesKey[]
  readonly history: readonly PastIncident[]
  readonly stepMs: number
}

/**
 * The series of findings as causes, for an incident in which nothing stands out against the time before it: what a model found to be
 * unusual for the time of day need not be so for the day. By onset, then by their part.
 */
export function causesOfFindings({ rows, keys, history, stepMs }: FindingCauses): CauseRanking | undefined {
  const keyOf = new Map(keys.map((key) => [key.id, key]))
  const parts = partsOf(rows).filter(({ seriesId }) => keyOf.has(seriesId))
  const first = parts[0]?.onset
  if (first === undefined) return undefined
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  const places = new Set(parts.map(({ seriesId }) => seriesId))
  const causes = parts.slice(0, mostCauses).map(({ seriesId, onset, weight, ...facts }): Cause => {
    const place = 1 + parts.findIndex((part) => part.onset === onset)
    const key = keyOf.get(seriesId)!
    const there = keys.filter(({ instance }) => instance === key.instance)
    return {
      ...{ seriesId, metric: key.metric, instance: key.instance, role: 'cause', score: weight, share: weight / total },
      reasons: {
        ...{ ...facts, onset, place, behindMs: onset - first, persistence: 1 },
        moved: { count: there.filter(({ id }) => places.has(id)).length, of: there.length },
        hits: { count: history.filter(({ movers }) => movers[0]?.seriesId === seriesId).length, of: history.length },
      },
    }
  })
  const graph = learnMovements([...history, { id: '', movers: toPastMovers(causes) }], stepMs)
  return { kind: 'ranked', onset: first, causes, instances: [], changes: [], graph }
}

type Part = Pick<Cause['reasons'], 'deviation' | 'side' | 'peak' | 'usual' | 'spread' | 'onset'> & {
  seriesId: string
  weight: number
}

function partsOf(rows: readonly FindingRow[]): Part[] {
  const parts = new Map<string, Part>()
  for (const row of rows) {
    if (row.type !== 'period') continue
    for (const { seriesId, share, side, peak, usual, spread, firstAt } of toPeriod(row).series) {
      if (firstAt === null) continue
      const onset = Math.min(firstAt ?? row.startTime, parts.get(seriesId)?.onset ?? Number.POSITIVE_INFINITY)
      const weight = share * Math.max(0.1, row.severity ?? 0)
      const before = parts.get(seriesId)
      const deviation = spread > 0 ? Math.abs(peak - usual) / spread : 0
      const facts = before !== undefined && before.weight >= weight ? before : { deviation, side, peak, usual, spread }
      parts.set(seriesId, { ...facts, seriesId, onset, weight: Math.max(weight, before?.weight ?? 0) })
    }
  }
  return [...parts.values()].sort((a, b) => a.onset - b.onset || b.weight - a.weight)
}
