import { type CauseRanking, foldStopped, plainUnit, renderCause } from '@omen/engine'
import type {
  IncidentCause,
  IncidentChange,
  IncidentGraph,
  IncidentSeries,
  IncidentTreeNode,
} from '../../../schema/wire-types.ts'
import type { Context } from '../../context.ts'
import type { Locale } from '../../errors.ts'
import { readNames } from './causes.ts'
import type { KnownChange } from './changes.ts'

const MAX_EDGES = 200

/** `units` of the series that have one of their own; else it is the one that the name of the metric gives away. */
export function causesToWire(
  ranking: CauseRanking | null,
  locale: Locale,
  units: ReadonlyMap<string, { unit?: string | null | undefined }> = new Map(),
): IncidentCause[] {
  return foldStopped(ranking?.causes ?? []).map((cause, index) => {
    const { seriesId, metric, instance, role, share, reasons, stopped = null } = cause
    const { onset, behindMs, deviation, moved, hits } = reasons
    const kind = stopped !== null && instance !== '' ? 'instance' : 'series'
    return {
      rank: index + 1,
      kind,
      seriesId,
      metric,
      instance,
      role,
      share,
      onset,
      behindMs,
      deviation,
      moved,
      hits,
      stopped,
      sentence: renderCause(cause, locale, unitOf(units.get(seriesId)?.unit)),
    }
  })
}

const unitOf = (unit: string | null | undefined) => (unit === null || unit === undefined ? undefined : plainUnit(unit))

export function changesToWire(ranking: CauseRanking | null, known: readonly KnownChange[]): IncidentChange[] {
  return (ranking?.changes ?? []).map(({ role, source, leadMs }, index): IncidentChange => {
    const common = { rank: index + 1, role, leadMs }
    if (source.kind === 'log') {
      const { at, template, instance } = source.event
      return {
        ...common,
        kind: 'log',
        at,
        title: template,
        instances: instance === undefined ? [] : [instance],
        link: null,
      }
    }
    const { at, kind, text, instance } = source.change
    const change = known.find((one) => one.at === at && one.text === text)
    const instances = change?.instances ?? (instance === undefined ? [] : [instance])
    return { ...common, kind, at, title: text, instances: [...instances], link: change?.link ?? null }
  })
}

type Names = ReadonlyMap<string, { metric: string; instance: string }>

/** The names and units of the series of a graph and of the causes. */
export function namesFor(ctx: Context, sourceId: string, ranking: CauseRanking | null): ReturnType<typeof readNames> {
  const shown = [...(ranking?.graph.nodes ?? []), ...(ranking?.causes ?? [])]
  return readNames(ctx, sourceId, [...new Set(shown.map(({ seriesId }) => seriesId))])
}

export function graphToWire(ranking: CauseRanking | null, names: Names): IncidentGraph {
  if (ranking === null) return { incidents: 0, nodes: [], edges: [] }
  const onsetOf = new Map(ranking.causes.map(({ seriesId, reasons }) => [seriesId, reasons.onset]))
  return {
    incidents: 1 + (ranking.causes[0]?.reasons.hits.of ?? 0),
    nodes: ranking.graph.nodes.map(({ seriesId, incidents }) => {
      const { metric, instance } = names.get(seriesId) ?? { metric: seriesId, instance: '' }
      return { seriesId, metric, instance, onset: onsetOf.get(seriesId) ?? null, incidents }
    }),
    edges: ranking.graph.edges.slice(0, MAX_EDGES),
  }
}

/** Affected series by instance, the largest part first. */
export function treeOf(series: readonly IncidentSeries[]): IncidentTreeNode[] {
  const nodes = new Map<string, IncidentTreeNode>()
  for (const { instance, metric, seriesId, share } of series.toSorted((a, b) => b.share - a.share)) {
    const node = nodes.get(instance) ?? { instance, weight: 0, metrics: [] }
    node.weight += share
    node.metrics.push({ metric, seriesId, weight: share })
    nodes.set(instance, node)
  }
  return [...nodes.values()].sort((a, b) => b.weight - a.weight)
}
