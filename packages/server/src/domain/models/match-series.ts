import type { SeriesKey } from '@omen/engine'
import { DomainError, type ErrorDetail, type Locale } from '../errors.ts'

const LISTED = 20

/**
 * Numbers of the file's series that the model was trained on, in the model's order. Missing series are refused by name;
 * series that the model was not trained on are ignored, with a note.
 */
export function matchSeries(
  order: readonly string[],
  series: readonly SeriesKey[],
): { seriesNumbers: number[]; notes: string[] } {
  const numberOf = new Map(series.map((key, index) => [key.id, index]))
  const wanted = new Set(order)
  const missing = order.filter((id) => !numberOf.has(id))
  const extra = series.map((key) => key.id).filter((id) => !wanted.has(id))
  if (missing.length > 0) throw mismatch(missing, extra)
  return { seriesNumbers: order.map((id) => numberOf.get(id)!), notes: leftOutNotes(extra, 'en') }
}

/** A note on the series that the model was not trained on, if there are any. */
export function leftOutNotes(extra: readonly string[], locale: Locale): string[] {
  if (extra.length === 0) return []
  const names = extra.slice(0, LISTED)
  return locale === 'zh-CN'
    ? [`以下序列不在模型中，未参与检测：${names.join('、')}${extra.length > LISTED ? '…' : ''}`]
    : [`Left out, since the model does not know them: ${names.join(', ')}${extra.length > LISTED ? ' …' : ''}`]
}

function mismatch(missing: readonly string[], extra: readonly string[]): DomainError {
  const named = (ids: readonly string[], missingIn: 'file' | 'model', message: string): ErrorDetail[] =>
    ids.slice(0, LISTED).map((name) => ({ field: 'filename', name, message, values: { missingIn } }))
  return new DomainError('SERIES_MISMATCH', {
    message: `The file lacks ${missing.length} of the model's series: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' …' : ''}.`,
    details: [
      ...named(missing, 'file', 'is in the model but not in the file'),
      ...named(extra, 'model', 'is in the file but not in the model'),
    ],
  })
}
