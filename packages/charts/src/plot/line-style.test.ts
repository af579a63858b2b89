import { describe, expect, it } from 'vitest'
import { minuteLine } from '../testing/chart-fixtures.ts'
import { LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import { legendLayout } from './legend-layout.ts'
import { lineStyles } from './line-style.ts'

describe('legendLayout', () => {
  const lines = Array.from({ length: 30 }, (_, i) => minuteLine(`instance-${i}`, [1]))

  it('wraps names, stays inside the width, and counts what does not fit', () => {
    const { entries, rows, more } = legendLayout(lines, lineStyles(lines, LIGHT_TOKENS), 400, 11, 2)
    expect(rows).toBe(2)
    expect(entries.length + more).toBe(30)
    expect(Math.max(...entries.map((entry) => entry.x))).toBeLessThan(400)
  })

  it('does not name peers', () => {
    const peers = lines.map((line) => ({ ...line, tone: 'peer' as const }))
    expect(legendLayout(peers, lineStyles(peers, LIGHT_TOKENS), 400, 11, 2)).toEqual({ entries: [], rows: 0, more: 0 })
  })
})

describe('lineStyles', () => {
  const lines = Array.from({ length: 10 }, (_, i) => minuteLine(`l${i}`, [1]))

  it('distinguishes lines of the same hue by a dash', () => {
    const styles = [...lineStyles(lines, LIGHT_TOKENS).values()].map(({ color, dash }) => `${color} ${dash}`)
    expect(new Set(styles).size).toBe(10)
  })

  it('draws the line in focus as ink, and all others as its grey peers', () => {
    const styles = lineStyles(lines, LIGHT_TOKENS, 'l3')
    expect(styles.get('l3')).toMatchObject({ color: LIGHT_TOKENS.text, opacity: 1 })
    expect(styles.get('l4')).toMatchObject({ color: LIGHT_TOKENS.peer, width: 1 })
  })
})
