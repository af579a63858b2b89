/** What instances of one metric are to each other. */
export type PeerModel = {
  metric: string
  /** Columns of the frame, one an instance. */
  columns: number[]
  /** Per instance: how it usually relates to the middle of its peers (its own centre and spread). */
  centers: Float64Array
  scales: Float64Array
  /** One robust deviation: how far an instance is from its nearest peer, at most, in 99.5 % of the training. */
  reach: number
}
