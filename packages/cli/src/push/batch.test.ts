import { describe, expect, it } from 'vitest'
import { createLogLineReader } from './batch.ts'

const NOW = Date.parse('2026-11-23T18:00:00Z')
const AT = Date.parse('2026-11-23T17:01:00Z')

describe('createLogLineReader', () => {
  it.each([
    ['2026-11-23T17:01:00.123456789Z checkout failed', '2026-11-23T17:01:00.123456789Z'],
    ['2026-11-23 17:01:00 checkout failed', AT],
    ['2026-11-23 17:01:00,123 ERROR checkout failed', AT + 123],
    ['Nov 23 17:01:00 web1 app: checkout failed', AT],
    ['10.0.0.7 - - [23/Nov/2026:18:01:00 +0100] "GET / HTTP/1.1" 200 17', AT],
    ['Dec 24 17:01:00 web1 app: checkout failed', Date.parse('2025-12-24T17:01:00Z')],
  ])('reads the time of %s', (line, time) => {
    expect(createLogLineReader(() => NOW)([line])).toEqual([{ line, time }])
  })

  it('takes a line without a time for a part of the one before, and objects as they are', () => {
    const read = createLogLineReader(() => NOW)
    const lines = [
      '2026-11-23 17:01:00 Error: no',
      '    at run (main.js:1)',
      '{"line":"a","time":5}',
      '2026-11-23 17:01:01 on',
    ]
    expect(read(lines)).toEqual([
      { line: lines[0], time: AT },
      { line: lines[1], time: AT },
      { line: 'a', time: 5 },
      { line: lines[3], time: AT + 1000 },
    ])
    expect(read(['    at later'])).toEqual([{ line: '    at later', time: AT + 1000 }])
  })

  it('gives lines without times that of their reading', () => {
    expect(createLogLineReader(() => NOW)(['checkout failed'])).toEqual([{ line: 'checkout failed', time: NOW }])
  })
})
