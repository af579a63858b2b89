import type { SeriesKey } from '@omen/engine'
import { DomainError, type ErrorDetail } from '../errors.ts'

const listed = 20

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
  const notes =
    extra.length > 0
      ? [
          `Left out, since the model does not know them: ${extra.slice(0, listed).join(', ')}${extra.length > listed ? ' …' : ''}`,
        ]
      : []
  return { seriesNumbers: order.map((id) => numberOf.get(id)!), notes }
}

function mismatch(missing: readonly string[], extra: readonly string[]): DomainError {
  const named = (ids: readonly string[], message: string): ErrorDetail[] =>
    ids.slice(0, listed).map((name) => ({ field: 'filename', name, message }))
  return new DomainError('SERIES_MISMATCH', {
    message: `The file lacks ${missing.length} of the model's series: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' …' : ''}.`,
    details: [
      ...named(missing, 'is in the model but not in the file'),
      ...named(extra, 'is in the file but not in the model'),
    ],
  })
}
