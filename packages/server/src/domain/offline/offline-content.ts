import type { FrozenDetection, SeriesData } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'

/** What an offline file shows. Everything in it is text, wherever it comes from. */
export interface OfflineContent {
  readonly name: string
  readonly description: string
  /** What else is known of it, each under its name: where it comes from, the model, the commit. */
  readonly facts: readonly OfflineFact[]
  readonly detections: Readonly<Record<Locale, FrozenDetection>>
  readonly values: Omit<SeriesData, 'success'>
  /** When the copy was made. */
  readonly madeAt: number
  /** The language that it opens in. */
  readonly locale: Locale
}

export interface OfflineFact {
  readonly name: Readonly<Record<Locale, string>>
  readonly value: string
  /** Of a link: http or https. */
  readonly href?: string
}
