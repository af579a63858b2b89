/** The point store has no space left. */
export class StoreFullError extends Error {
  constructor(cause: unknown) {
    super('there is no space left for points', { cause })
    this.name = 'StoreFullError'
  }
}
