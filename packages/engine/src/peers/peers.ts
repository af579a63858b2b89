import type { UsualPlace } from './place-by-past.ts'

/** How instances of one metric are compared with each other. */
export type PeerOptions = {
  /** The distance from the middle of the peers that is to be found, in robust deviations; 3 by default. */
  tolerance?: number
  /** Instances that make a group, and values that a row needs to be compared; 3 by default, and at least. */
  minMembers?: number
  /** Rows that an instance must stand off for; 5 by default. */
  minSpan?: number
  /** Rows at the beginning that are the past of each instance and are not compared themselves; 0 by default, for no past. */
  pastRows?: number
}

/** A span of time in which an instance stood off from its peers. */
export type PeerSpan = {
  /** Rows `[fromRow, toRow)` of those compared, and the times of the first and the last of them, epoch ms. */
  fromRow: number
  toRow: number
  start: number
  end: number
  /** Rows with a value; gaps within the excursion do not count. */
  rows: number
  /** Median distance from the middle of the peers in robust deviations, at most 100; negative below them. */
  distance: number
  /** 1 above the peers, -1 below them. */
  side: 1 | -1
}

/** What became of one instance. */
export type PeerMember = {
  /** Place in the frame. */
  column: number
  seriesId: string
  instance: string
  /** Place of its mode in the comparison. */
  mode: number
  /** Where it ran in the past and is expected now; left out where it is compared with the middle of its peers. */
  usual?: UsualPlace
  /** In the order of time. */
  spans: PeerSpan[]
  /** Rows at which it could be compared, and the part of them at which it stood off. */
  rows: number
  share: number
}

/** Instances that run at one level; a fleet of two kinds of machines has two of them. */
export type PeerMode = {
  members: number
  /** One robust deviation, in the unit of the metric: the median over time. */
  deviation: number
  /** What the members usually run at. */
  level: number
  /** The middle of the peers, and `tolerance` robust deviations below and above it, a row each; NaN where too few report. */
  middle: Float64Array
  /** How all members move about the level, a row each, where they are compared with their past. */
  common?: Float64Array
  low: Float64Array
  high: Float64Array
}

/** The instances of one metric against each other; `members` has all of them, those that stood off farthest and longest first. */
export type PeerComparison = { metric: string; service?: string } & (
  | { kind: 'compared'; members: PeerMember[]; modes: PeerMode[] }
  | { kind: 'insufficient'; need: number; got: number }
)
