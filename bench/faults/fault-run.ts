import type { Frame } from '../../packages/engine/src/index.ts'

/** An interval of a run, in epoch ms, both ends included. */
export type Span = { from: number; to: number }

export type KnownFault = Span & {
  name: string
  /** Any of these series may be named first. */
  first: readonly string[]
}

/** A run whose truth is known: what to train on, what to run on, and what went wrong when. */
export type FaultRun = {
  name: string
  training: Frame
  whole: Frame
  /** Rows before this time were trained on and are not evaluated. */
  evaluatedFrom: number
  faults: readonly KnownFault[]
}

/** A detector's finding: an interval, and the series it names first. */
export type Finding = Span & { first: string }

export type Detector = { name: string; find(run: FaultRun): Finding[] }
