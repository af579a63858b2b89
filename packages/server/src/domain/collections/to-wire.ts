import type { Backfill, Collection } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'
import type { CollectionRow } from './connection-row.ts'
import { faultSentence } from './fault-sentence.ts'

export function toCollection(row: CollectionRow, locale: Locale): Collection {
  return {
    connector: row.connector,
    collectedTo: row.collectedTo,
    nextAt: row.nextAt,
    fault: row.fault,
    faultSince: row.faultSince,
    sentence: row.fault && faultSentence(row.fault, row.faultText, locale),
    backfill: toBackfill(row, locale),
  }
}

function toBackfill(row: CollectionRow, locale: Locale): Backfill | null {
  const { backfillState: state, backfillFrom: from, backfillTo: to, backfilledFrom, backfillFault: fault } = row
  if (state === null || from === null || to === null) return null
  const done = to === from ? 1 : Math.min(1, Math.max(0, (to - backfilledFrom!) / (to - from)))
  return { state, from, to, done, fault, sentence: fault && faultSentence(fault, row.backfillFaultText, locale) }
}
