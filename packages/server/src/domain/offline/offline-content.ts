import type {
  ActionItem,
  FrozenDetection,
  IncidentDetail,
  IncidentPicture,
  SeriesData,
} from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'

/** What an offline file shows. Everything in it is text, wherever it comes from. */
export interface OfflineContent {
  readonly name: string
  readonly description: string
  /** What else is known of it, each under its name: where it comes from, the model, the commit. */
  readonly facts: readonly OfflineFact[]
  readonly detections: Readonly<Record<Locale, FrozenDetection>>
  readonly values: Omit<SeriesData, 'success'>
  /** Of a file about one incident. */
  readonly incident?: OfflineIncident
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

/** Why an incident happened, what happened when, and the text about it. */
export interface OfflineIncident {
  readonly details: Readonly<Record<Locale, OfflineDetail>>
  /** The values of the charts in its text. */
  readonly figures: readonly OfflineFigure[]
  /** The text, for where scripts are off. */
  readonly parts: readonly OfflineTextPart[]
}

export interface OfflineDetail {
  readonly detail: IncidentDetail
  /** Markdown. */
  readonly text: string
  readonly actions: readonly ActionItem[]
}

export interface OfflineFigure {
  /** As the text has it. */
  readonly address: string
  readonly times: readonly number[]
  readonly bucketMs: number
  /** Null where there are no values. */
  readonly line: IncidentPicture['series'][number] | null
}

export type OfflineTextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Drawn by this server; undefined where there are no values. */
  | { readonly kind: 'figure'; readonly name: string; readonly svg: string | undefined }
