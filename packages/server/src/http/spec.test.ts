import { describe, expect, test } from 'vitest'
import type { ERROR_SENTENCES } from './error-sentences.ts'
import { statusOf } from './errors.ts'
import { specEntries } from './spec.ts'

describe.each(specEntries.map((entry) => [entry.id, entry] as const))('%s', (_, entry) => {
  test('lists each of its answers by status, and no default', () => {
    expect([...entry.answers.keys()].every((status) => Number.isInteger(status))).toBe(true)
  })

  test('lists the status of every code that it names', () => {
    const named = [...entry.answers.values()].flatMap(({ codes }) => [...codes])
    const statuses = named.map((code) => statusOf(code as keyof typeof ERROR_SENTENCES))
    expect(statuses.filter((status) => !entry.answers.has(status))).toEqual([])
  })

  test('lists who may be refused', () => {
    const always = [400, 421, 500]
    const required = entry.isPublic ? always : entry.isIngest ? [...always, 401] : [...always, 401, 403]
    expect(required.filter((status) => !entry.answers.has(status))).toEqual([])
  })
})
