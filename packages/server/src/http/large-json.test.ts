import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLarge, streamJson } from './large-json.ts'

const numbers = (count: number): (number | null)[] => Array.from({ length: count }, (_, k) => (k % 7 ? k / 3 : null))

test('gives the text that JSON.stringify gives', async () => {
  const series = Array.from({ length: 40 }, (_, k) => ({
    id: `é"${k}`,
    low: numbers(3_000),
    none: undefined,
    flagged: [],
  }))
  const value = {
    success: true,
    at: new Date(0),
    series,
    list: [undefined, ...numbers(5_000), { deep: numbers(2_500) }],
  }
  expect(await text(streamJson(value))).toBe(JSON.stringify(value))
})

test('gives it for any value', async () => {
  const repeated = fc
    .dictionary(fc.string(), fc.jsonValue())
    .map((value) => ({ ...value, many: Array(900).fill(value) }))
  const isSame = async (value: object): Promise<boolean> => (await text(streamJson(value))) === JSON.stringify(value)
  await fc.assert(fc.asyncProperty(repeated, isSame), { numRuns: 30 })
})

test('yields to other work while the text is built', async () => {
  let isDone = false
  const made = text(streamJson({ values: numbers(400_000) })).then(() => (isDone = true))
  let turns = 0
  for (; !isDone; turns++) await setImmediate()
  await made
  expect(turns).toBeGreaterThan(20)
})

test('an answer is large by its values, however they are nested', () => {
  expect(isLarge({ values: numbers(19_000) })).toBe(false)
  expect(isLarge({ values: numbers(21_000) })).toBe(true)
  expect(isLarge({ rows: Array.from({ length: 300 }, () => ({ values: numbers(100) })) })).toBe(true)
})
