import { describe, expect, it } from 'vitest'
import { parseConstants } from './read-constants.ts'

const read = (text: string): string[] =>
  parseConstants('a.ts', text).map(({ name, value, meaning }) => `${name} = ${value} (${meaning})`)

describe('parseConstants', () => {
  it('reads name, value and doc comment', () => {
    expect(read('/** How far. */\nconst FAR = 1_000 * 2\nexport const NEAR = 1')).toEqual([
      'FAR = 1_000 * 2 (How far.)',
      'NEAR = 1 ()',
    ])
  })

  it('puts an object on one line, without comments and `as const`', () => {
    expect(read('const WEIGHTS = {\n  first: 1, // judged\n  second: 2,\n} as const')).toEqual([
      'WEIGHTS = { first: 1, second: 2, } ()',
    ])
  })

  it('reads a constant in other letters where it holds a number', () => {
    const text = `const limits = { seldom: 0.05 }\nconst margin = Math.LN2\nconst names = ['a']\nconst add = (x: number) => x + 1`
    expect(read(text)).toEqual(['limits = { seldom: 0.05 } ()', 'margin = Math.LN2 ()'])
  })

  it('leaves out variables and what stands within functions', () => {
    expect(read('let COUNT = 1\nfunction f() {\n  const INNER = 2\n  return INNER\n}')).toEqual([])
  })
})
