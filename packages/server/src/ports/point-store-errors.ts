/** A dataset holds less than was recorded when it was written, or a part of it cannot be read. */
export class DatasetDamagedError extends Error {
  readonly dataset: string
  /** The damage, in words for an operator: missing rows, or the store's error about a file. */
  readonly reason: string

  constructor(dataset: string, reason: string, cause?: unknown) {
    super(`dataset ${dataset} is damaged: ${reason}`, cause === undefined ? undefined : { cause })
    this.name = 'DatasetDamagedError'
    this.dataset = dataset
    this.reason = reason
  }
}

/** The queue of live points or log lines is full; the same append can succeed a moment later. */
export class PointStoreBusyError extends Error {
  constructor(waiting: string) {
    super(`${waiting} wait to be stored`)
    this.name = 'PointStoreBusyError'
  }
}
