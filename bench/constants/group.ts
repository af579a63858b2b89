import type { Choice } from './choose.ts'

/** Constants that are chosen together, on data that does not judge them. */
export type Group = {
  /** What it is chosen on and by, in a sentence or two of the guide. */
  readonly about: string
  readonly choices: readonly Choice[]
  /** A module of this folder whose `measure` returns figures; the one called `loss` is made small. */
  readonly measure: string
  /**
   * A file of this folder that keeps what is chosen where a part of the data is left out, for each part with a figure `loss without` it: then
   * each part is judged with constants that were chosen on the others, and what is chosen on all is only printed.
   */
  readonly leftOut?: string
  /** Whether the engine keeps other values than were chosen: then a table says what both give. */
  readonly isCompared?: true
  /** The tables that judge these constants, besides NAB: they are no part of the choice. */
  readonly judges: readonly string[]
}
