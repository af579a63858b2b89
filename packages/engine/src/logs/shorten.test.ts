import { expect, it } from 'vitest'
import { MAX_STORED_TEXT, shortenTemplate } from './shorten.ts'

it('marks a template that is cut, and never cuts within a place or a character', () => {
  expect(shortenTemplate('job <*> done')).toBe('job <*> done')
  for (const [end, kept] of [
    ['x', 'x'],
    ['<', ''],
    ['<*', ''],
    ['<*>', '<*>'],
    ['😀', '😀'],
    ['\ud83d', ''],
  ] as const) {
    const head = 'a'.repeat(MAX_STORED_TEXT - 1 - end.length)
    expect(shortenTemplate(`${head}${end}${'z'.repeat(5)}`)).toBe(`${head}${kept}…`)
  }
  const whole = 'b'.repeat(MAX_STORED_TEXT)
  expect(shortenTemplate(whole)).toBe(whole)
})
