import type { FrameInput } from '../../ports/compute.ts'

/** What a model is trained on. */
export interface TrainingData {
  /** Intervals to leave out, in epoch milliseconds, ends included. */
  readonly exclude: readonly { start: number; end: number }[]
  /** That of the project; of a file undefined, where a new model is by UTC and one that learns more keeps its own. */
  readonly timeZone?: string
  /** The columns of these series in this order, or of all there are; with notes for the person who asked for the training. */
  read(order: readonly string[] | undefined): Promise<{ frame: FrameInput; notes: readonly string[] }>
}
