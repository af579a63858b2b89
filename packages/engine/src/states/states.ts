/** In which states one instance was. */
export type StateMember = {
  instance: string
  /** Rows that were looked up in the map, and how many of them each of its 32 × 32 states took, row by row. */
  rows: number
  hits: Uint32Array
  /** The part of the time that it spends in other states than the other instances do on average, 0 to 1. */
  distance: number
}

/** The states of instances beside each other, those that differ most first, or too few of them. */
export type ComparedStates =
  | {
      kind: 'compared'
      /** What a state is made of. */
      metrics: string[]
      members: StateMember[]
      /** Of each state, the part of the time that the instances spend in it on average. */
      mean: Float64Array
      /** Instances without one of the metrics, or with too few rows that have all of them. */
      without: string[]
    }
  | { kind: 'insufficient'; need: number; got: number }
