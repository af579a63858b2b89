import { describe, expect, it } from 'vitest'
import { mergeHighlights } from '../highlight/highlight-merge.ts'
import type { Highlight } from '../model/chart-types.ts'
import { minuteLine } from '../testing/chart-fixtures.ts'
import { lightTokens } from '../tokens/chart-tokens.ts'
import { legendLayout } from './legend-layout.ts'
import { lineStyles } from './line-style.ts'
import { placeAnnotations } from './place-annotations.ts'

const bars = (...periods: Highlight[]) => mergeHighlights(periods, (t) => t, 500)
const period = (id: string, start: number, val: number): Highlight => ({ id, start, end: start + 6, val })
const numbers = [
  { highlightId: 'a', number: 1 },
  { highlightId: 'b', number: 2 },
]

describe('placeAnnotations', () => {
  it('is above the middle of its bar', () => {
    expect(placeAnnotations(numbers, bars(period('a', 100, 3)), 500)).toEqual([
      { x: 103, number: 1, highlightId: 'a', others: 0 },
    ])
  })

  it('shows the worst number of a merged bar and how many others it has', () => {
    expect(placeAnnotations(numbers, bars(period('a', 100, 3), period('b', 108, 6)), 500)).toMatchObject([
      { number: 2, others: 1 },
    ])
  })

  it('drops the less severe of two that would overlap', () => {
    expect(placeAnnotations(numbers, bars(period('a', 100, 3), period('b', 112, 6)), 500)).toMatchObject([
      { number: 2 },
    ])
  })

  it('skips bars without a number', () => {
    expect(placeAnnotations([], bars(period('a', 100, 3)), 500)).toEqual([])
  })
})

describe('legendLayout', () => {
  const lines = Array.from({ length: 30 }, (_, i) => minuteLine(`instance-${i}`, [1]))

  it('wraps names, stays inside the width, and counts what does not fit', () => {
    const { entries, rows, more } = legendLayout(lines, lineStyles(lines, lightTokens), 400, 11, 2)
    expect(rows).toBe(2)
    expect(entries.length + more).toBe(30)
    expect(Math.max(...entries.map((entry) => entry.x))).toBeLessThan(400)
  })

  it('does not name peers', () => {
    const peers = lines.map((line) => ({ ...line, tone: 'peer' as const }))
    expect(legendLayout(peers, lineStyles(peers, lightTokens), 400, 11, 2)).toEqual({ entries: [], rows: 0, more: 0 })
  })
})

describe('lineStyles', () => {
  const lines = Array.from({ length: 10 }, (_, i) => minuteLine(`l${i}`, [1]))

  it('distinguishes lines of the same hue by a dash', () => {
    const styles = [...lineStyles(lines, lightTokens).values()].map(({ color, dash }) => `${color} ${dash}`)
    expect(new Set(styles).size).toBe(10)
  })

  it('fades all but the line in focus', () => {
    const styles = lineStyles(lines, lightTokens, 'l3')
    expect(styles.get('l3')?.opacity).toBe(1)
    expect(styles.get('l4')?.opacity).toBeLessThan(0.5)
  })
})
