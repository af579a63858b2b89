/** Instances of one metric, each made alike by its own centre and spread in training: small and large ones stand together. */
export type PeerGroup = {
  metric: string
  /** Columns of the frame, one an instance. */
  columns: number[]
  centers: Float64Array
  scales: Float64Array
}

/** What the instances of one metric are to each other. */
export type PeerModel = PeerGroup & {
  /** One robust deviation: the distance to its nearest peer that an instance kept within in 99.5 % of the training. */
  reach: number
}
