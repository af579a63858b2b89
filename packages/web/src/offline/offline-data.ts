import type { ActionItem, FrozenDetection, IncidentDetail, IncidentPicture, Locale, SeriesData } from '@omen/sdk'

type Line = SeriesData['series'][number]

/** Values as the file holds them: a `max` that is left out is as `min`, a missing `count` is 1 wherever there is a value. */
export interface StoredValues extends Omit<SeriesData, 'success' | 'series'> {
  series: readonly (Omit<Line, 'max' | 'count'> & Partial<Pick<Line, 'max' | 'count'>>)[]
}

export interface OfflineData {
  name: string
  description: string
  facts: readonly { name: Record<Locale, string>; value: string; href?: string }[]
  detections: Record<Locale, FrozenDetection>
  madeAt: number
  locale: Locale
  values: StoredValues
  /** Of a file about one incident. */
  incident?: { details: Record<Locale, StoredDetail>; figures: readonly StoredFigure[] }
}

export interface StoredDetail {
  detail: IncidentDetail
  /** Markdown. */
  text: string
  actions: readonly ActionItem[]
}

/** The values of a chart in the text, null where they are gone. */
export interface StoredFigure {
  address: string
  times: readonly number[]
  bucketMs: number
  line: IncidentPicture['series'][number] | null
}

/** The data of this file. */
export const readOfflineData = (): OfflineData =>
  JSON.parse(document.getElementById('data')?.textContent ?? '') as OfflineData
