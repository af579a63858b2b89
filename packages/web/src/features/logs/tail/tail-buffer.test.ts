import type { LogSearchLine } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { EMPTY_TAIL, withArrived } from './tail-buffer.ts'

const line = (n: number): LogSearchLine => ({
  id: `${n}.0.0.0`,
  time: n,
  instance: 'a',
  service: '',
  severity: 9,
  templateId: 0,
  line: `line ${n}`,
  highlights: [],
})
const linesOf = (from: number, count: number) => Array.from({ length: count }, (_, i) => line(from + i))

describe('withArrived', () => {
  it('keeps the newest lines and counts all that came', () => {
    const first = withArrived(EMPTY_TAIL, { lines: linesOf(0, 8), leftOut: 0 }, 10)
    const { lines, received, leftOut } = withArrived(first, { lines: linesOf(8, 5), leftOut: 3 }, 10)
    expect(lines.map(({ time }) => time)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect({ received, leftOut }).toEqual({ received: 13, leftOut: 3 })
  })

  it('shows a line that comes again after a lost connection once', () => {
    const first = withArrived(EMPTY_TAIL, { lines: linesOf(0, 4), leftOut: 0 })
    const { lines, received } = withArrived(first, { lines: linesOf(2, 4), leftOut: 0 })
    expect(lines).toHaveLength(6)
    expect(received).toBe(6)
  })

  it('stays the same where nothing came', () => {
    expect(withArrived(EMPTY_TAIL, { lines: [], leftOut: 0 })).toBe(EMPTY_TAIL)
  })
})
