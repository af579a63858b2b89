/** A mistake that a careless engineer could make, and tests of the short tier that have to notice it. */
export interface Fault {
  readonly id: string
  /** The promise that it breaks, in the terms of docs/specification.md or the README. */
  readonly breaks: string
  /** The file in which `find` stands exactly once. */
  readonly file: string
  readonly find: string
  readonly replace: string
  /** Files of one package. */
  readonly tests: readonly string[]
  /** Part of the title of the tests that have to fail; without it all tests of the files run. */
  readonly title?: string
  /** Why the fault is known not to be caught. */
  readonly weak?: string
}
