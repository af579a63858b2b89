/** Rows `[from, to)` of a file. */
export type Segment = { from: number; to: number }
