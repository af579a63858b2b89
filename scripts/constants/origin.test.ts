import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tables } from './origin.ts'

describe('tables', () => {
  it('names every table of the accuracy guide', () => {
    const guide = readFileSync(resolve(import.meta.dirname, '../../docs/guide/accuracy.md'), 'utf8')
    const shown = [...guide.matchAll(/^\*\*.*\*\* \(`(.*)`\)$/gm)].map(([, name]) => name)
    expect(shown.length).toBeGreaterThan(10)
    expect(Object.keys(tables)).toEqual(expect.arrayContaining(shown))
  })
})
