import type { Frame, SeriesKey } from '../series/frame.ts'
import { filterSeries } from '../series/frame.ts'
import { findOutliers } from './find-outliers.ts'
import type { PeerComparison, PeerOptions } from './peers.ts'

/** What is compared: some metrics, or every column as an instance of one metric, whatever its name is. */
export type PeerSelection = { metrics?: readonly string[] | undefined; oneGroup?: boolean | undefined }

type ComparedGroup = Extract<PeerComparison, { kind: 'compared' }>

/** The groups that were compared, and those that are too small. */
export type ComparedPeers = {
  kind: 'compared'
  compared: ComparedGroup[]
  tooSmall: Exclude<PeerComparison, ComparedGroup>[]
}

/** Compares the instances of a frame by metric. A metric that no series has is a result. */
export function comparePeers(
  frame: Frame,
  { metrics, oneGroup = false }: PeerSelection,
  options: PeerOptions,
): ComparedPeers | { kind: 'unknown-metric'; metric: string; metrics: string[] } {
  const present = [...new Set(frame.series.map(({ metric }) => metric))]
  const unknown = oneGroup ? undefined : metrics?.find((metric) => !present.includes(metric))
  if (unknown !== undefined) return { kind: 'unknown-metric', metric: unknown, metrics: present }
  const groups = findOutliers(selectPeers(frame, { metrics, oneGroup }), options)
  return {
    kind: 'compared',
    compared: groups.filter((group) => group.kind === 'compared'),
    tooSmall: groups.filter((group) => group.kind === 'insufficient'),
  }
}

function selectPeers(frame: Frame, { metrics, oneGroup }: PeerSelection): Frame {
  if (oneGroup)
    return { ...frame, series: frame.series.map(({ id }): SeriesKey => ({ id, metric: 'all columns', instance: id })) }
  return metrics === undefined ? frame : filterSeries(frame, ({ metric }) => metrics.includes(metric))
}
