import type { TooManyOf } from '../ports/decoded-batch.ts'

export class TooLargeError extends Error {}
export class DamagedError extends Error {}
/** There is more of something than a batch may have; counting stopped with the first one too many. */
export class TooManyError extends Error {
  readonly what: TooManyOf
  readonly max: number

  constructor(what: TooManyOf, max: number) {
    super(`more than ${max} ${what}`)
    this.what = what
    this.max = max
  }
}
