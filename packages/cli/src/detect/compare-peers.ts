import { type Frame, findOutliers, type PeerComparison, type PeerOptions, type SeriesKey } from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import type { FrameFile } from '../io/read-frame.ts'

/** What is compared, and how. */
export interface PeerQuestion extends Required<PeerOptions> {
  /** Metrics to look at; all of them where it is left out. */
  metric?: string[]
  /** Every column is an instance of one metric, whatever its name is. */
  oneGroup?: boolean
}

export type Compared = Extract<PeerComparison, { kind: 'compared' }>

/** The groups that were compared, and those that are too small. */
export interface PeersFound {
  compared: Compared[]
  tooSmall: Exclude<PeerComparison, Compared>[]
}

/** Compares the instances of a table. Throws a CliError for a metric that is not there, and where nothing can be compared. */
export function comparePeers(file: FrameFile, { metric, oneGroup, ...options }: PeerQuestion): PeersFound {
  const frame = oneGroup === true ? asOneGroup(file.frame) : metric === undefined ? file.frame : pick(file, metric)
  const groups = findOutliers(frame, options)
  const compared = groups.filter((group) => group.kind === 'compared')
  const tooSmall = groups.filter((group) => group.kind === 'insufficient')
  if (compared.length === 0) throw nothingToCompare(file.name, options.minMembers)
  return { compared, tooSmall }
}

function asOneGroup(frame: Frame): Frame {
  return { ...frame, series: frame.series.map(({ id }): SeriesKey => ({ id, metric: 'all columns', instance: id })) }
}

function pick({ frame, name }: FrameFile, metrics: readonly string[]): Frame {
  const known = [...new Set(frame.series.map(({ metric }) => metric))]
  const missing = metrics.find((metric) => !known.includes(metric))
  if (missing !== undefined) {
    const few = known.slice(0, 10).join(', ')
    const hint = `There ${known.length === 1 ? 'is' : 'are'} ${few}${known.length > 10 ? ', and more' : ''}.`
    const message = `${name}: no column is of the metric ${missing}`
    throw new CliError(message, { code: 'NO_SUCH_METRIC', exit: exitCode.failed, hint })
  }
  const places = frame.series.flatMap(({ metric }, place) => (metrics.includes(metric) ? [place] : []))
  return {
    ...frame,
    series: places.map((place) => frame.series[place]!),
    columns: places.map((place) => frame.columns[place]!),
  }
}

function nothingToCompare(name: string, need: number): CliError {
  const hint =
    'Instances of a metric are columns like "cpu[node1],cpu[node2],cpu[node3]". If all columns are one: --one-group.'
  const message = `${name}: no metric has ${need} instances with values`
  return new CliError(message, { code: 'NOT_ENOUGH_DATA', exit: exitCode.failed, hint })
}
