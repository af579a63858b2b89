import type { TemplateCounts } from '@omen/engine'
import type { LogLine } from './log-lines.ts'
import type { TimeSpan } from './point-store.ts'

/** What lines have to be like. Letters A to Z are found in either case where words are. */
export type LogCondition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly LogCondition[] }
  | { readonly kind: 'not'; readonly of: LogCondition }
  /** Words that follow each other; what begins or ends with a letter or digit does so at the edge of a word. */
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string }
  /** Of RE2. */
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'instance' | 'service'; readonly names: readonly string[] }
  | { readonly kind: 'severity'; readonly from: number; readonly to: number }
  /** Lines that are stored with this template. */
  | { readonly kind: 'template'; readonly id: number }
  /** Lines that end with this text, where anything may stand in the places of `<*>`. */
  | { readonly kind: 'templateText'; readonly text: string }
  | { readonly kind: 'attribute'; readonly name: string; readonly value: string }

export interface LogSearch {
  readonly span: TimeSpan
  readonly condition?: LogCondition | undefined
  readonly order: 'newest' | 'oldest'
  /** What comes after this line, in this order. */
  readonly cursor?: string | undefined
  readonly limit: number
  /** The search ends then with what was found. */
  readonly timeLimitMs: number
  /** Expressions of RE2 of which the lines say what they match. */
  readonly marks?: readonly string[] | undefined
}

export interface FoundLine extends LogLine {
  /** Its place, as a cursor. */
  readonly id: string
  readonly position: number
  /** Whether more of the line is stored. */
  readonly isCut: boolean
  /** What the expressions match, in the order of the line. */
  readonly marks: readonly string[]
}

export interface FoundLines {
  readonly lines: readonly FoundLine[]
  /** The cursor of what comes after; null where all was searched. */
  readonly next: string | null
  /** How far it came where the time was over; null otherwise. */
  readonly searchedTo: number | null
}

/** Which counts are meant. */
export interface CountFilters {
  readonly minSeverity?: number | undefined
  readonly instances?: readonly string[] | undefined
  readonly services?: readonly string[] | undefined
}

/** By template; all columns have the same length. `first` and `last` are beginnings of rows, NaN where the selection has no line. */
export interface CountsByTemplate {
  readonly templates: Uint32Array
  readonly counts: Float64Array
  readonly baseline: Float64Array
  readonly first: Float64Array
  readonly last: Float64Array
  readonly severities: Uint8Array
}

/** Lines of templates by bucket. */
export interface TemplateTrends {
  readonly templates: Uint32Array
  readonly buckets: Uint32Array
  readonly counts: Float64Array
}

/** Lines of templates by what they have in common: names as texts, of severities their numbers. */
export interface TemplateShares {
  readonly templates: Uint32Array
  readonly names: readonly string[]
  readonly counts: Float64Array
}

/** What stood in one place of a template. */
export interface PlaceValues {
  readonly distinct: number
  readonly top: readonly { readonly value: string; readonly count: number }[]
  /** Where all values are numbers with the same unit. */
  readonly numbers?: {
    readonly quantiles: readonly number[]
    readonly mean: number
    /** Counts in bars of equal width from the smallest to the largest number. */
    readonly histogram: readonly number[]
  }
}

/** Lines as they are searched and analysed. */
export interface LogAnalysisStore {
  /** Searches from one end of a span piece by piece. Rejects with `BadPatternError` for an expression that RE2 does not take. */
  searchLogs(source: string, search: LogSearch): Promise<FoundLines>
  /** Stores how many lines rows have; the same rows again replace theirs if they were deleted before. */
  appendLogCounts(source: string, counts: TemplateCounts): Promise<void>
  /** Deletes the counts of rows of a span, before they are counted again; to the last one where it has no end. */
  deleteLogCounts(source: string, span: { readonly from: number; readonly to?: number }): Promise<void>
  countTemplates(
    source: string,
    spans: { readonly selection: TimeSpan; readonly baseline?: TimeSpan | undefined },
    filters: CountFilters,
  ): Promise<CountsByTemplate>
  /** Of these templates, or of all lines as template 0. */
  readTemplateTrends(
    source: string,
    span: TimeSpan,
    wanted: { readonly bucketMs: number; readonly templates?: readonly number[] | undefined },
    filters: CountFilters,
  ): Promise<TemplateTrends>
  readTemplateShares(
    source: string,
    span: TimeSpan,
    wanted: { readonly by: 'severity' | 'instance' | 'service'; readonly templates: readonly number[] },
    filters: CountFilters,
  ): Promise<TemplateShares>
  /** Names of services with lines, up to `limit`. */
  listLogServices(source: string, span: TimeSpan, limit: number): Promise<string[]>
  /** The beginning of the row with the `max`th newest line of these templates, or of the span. */
  findNewestRow(source: string, span: TimeSpan, templates: readonly number[], max: number): Promise<number>
  /** What stands in the places of a template, of the lines that could be read in the time. */
  readPlaceValues(
    source: string,
    request: {
      readonly span: TimeSpan
      readonly condition: LogCondition
      readonly text: string
      readonly max: number
      readonly timeLimitMs: number
    },
  ): Promise<{ readonly lines: number; readonly places: readonly PlaceValues[] }>
}

/** An expression that RE2 does not take. */
export class BadPatternError extends Error {}
