import type { Collection, Connection } from '@omen/sdk'
import { expect, it } from 'vitest'
import { connectionQuery } from './connection-query.ts'

const COLLECTION: Collection = {
  connector: 'datadog',
  collectedTo: 0,
  nextAt: 0,
  fault: null,
  faultSince: null,
  sentence: null,
  backfill: null,
}
const BACKFILL = { from: 0, to: 1, done: 0.5, fault: null, sentence: null } as const
const paceOf = (given: Partial<Collection>): unknown => {
  const data: Connection = { projectName: 'shop', collection: { ...COLLECTION, ...given }, settings: {}, secrets: [] }
  const { refetchInterval } = connectionQuery('shop', 'en')
  return (refetchInterval as (query: object) => unknown)({ state: { data, status: 'success' } })
}

it('looks often only while history is fetched or a fault lasts', () => {
  expect(paceOf({})).toBe(10_000)
  expect(paceOf({ backfill: { ...BACKFILL, state: 'running' } })).toBe(2000)
  expect(paceOf({ fault: 'credentials', faultSince: 0, sentence: 'Enter new keys.' })).toBe(2000)
  for (const state of ['paused', 'done', 'cancelled'] as const)
    expect(paceOf({ backfill: { ...BACKFILL, state } })).toBe(10_000)
})
