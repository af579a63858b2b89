import type { Published } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { newPublication, toChange, toFields, valuesOf } from './publication-values.ts'

describe('values of a publication', () => {
  it('end with the day of the expiry, in the zone of the reader', () => {
    const values = { ...newPublication(' nightly '), expiry: '2026-11-30' }
    expect(toFields(values, 'UTC')).toMatchObject({ name: 'nightly', expiresAt: Date.UTC(2026, 10, 30, 23, 59, 59) })
    expect(toFields(newPublication('x'), 'UTC')).not.toHaveProperty('expiresAt')
  })

  it('do not send an expiry that stays as it was', () => {
    const before = { ...newPublication('x'), expiry: '2026-11-20' }
    expect(toChange(before, before, 'UTC')).not.toHaveProperty('expiresAt')
    expect(toChange({ ...before, expiry: null }, before, 'UTC')).toMatchObject({ expiresAt: null })
  })

  it('show the day of an expiry in the zone of the reader', () => {
    const record = { expiresAt: Date.UTC(2026, 10, 30, 23, 30), userNames: [] } as unknown as Published
    expect(valuesOf(record, 'UTC').expiry).toBe('2026-11-30')
    expect(valuesOf(record, 'Asia/Shanghai').expiry).toBe('2026-12-01')
  })
})
