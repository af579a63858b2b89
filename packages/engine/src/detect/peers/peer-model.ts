/** What instances of one metric are to each other. */
export type PeerModel = {
  metric: string
  /** Columns of the frame, one an instance. */
  columns: number[]
  /** Per instance, how it usually stands to the median of its peers, and the spread of that. */
  centers: Float64Array
  scales: Float64Array
  /** One robust deviation: the distance from its nearest peer that an instance kept within in 99.5 % of the training. */
  reach: number
}
