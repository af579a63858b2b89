import { describe, expect, it } from 'vitest'
import { contrast, mixColors } from '../highlight/color-mix.ts'
import { severityColor } from '../highlight/highlight-color.ts'
import { DARK_TOKENS, LIGHT_TOKENS, NEUTRAL_TOKENS } from './chart-tokens.ts'

describe.each([
  ['light', LIGHT_TOKENS],
  ['dark', DARK_TOKENS],
])('%s tokens', (_, tokens) => {
  it('give every line eight different hues of at least 3:1', () => {
    expect(new Set(tokens.lines).size).toBe(8)
    for (const color of [...tokens.lines, tokens.outlier, tokens.accent]) {
      expect(contrast(color, tokens.background), color).toBeGreaterThanOrEqual(3)
    }
  })

  it('give text at least 4.5:1, on the tooltip too', () => {
    for (const color of [tokens.text, tokens.textMuted]) {
      expect(contrast(color, tokens.background)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(color, tokens.tooltip)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('give every severity an edge or a fill of 3:1', () => {
    for (const val of [0.5, 1, 3, 6, 10, -1, -5, -10, -Math.PI]) {
      const fill = severityColor(val)
      const edge = mixColors(fill, tokens.markEdge, 0.45)
      expect(
        Math.max(contrast(fill, tokens.background), contrast(edge, tokens.background)),
        `${val}`,
      ).toBeGreaterThanOrEqual(3)
    }
  })
})

it('neutral tokens are seen on white as on dark', () => {
  for (const ground of [LIGHT_TOKENS.background, DARK_TOKENS.background])
    expect(contrast(NEUTRAL_TOKENS.text, ground)).toBeGreaterThanOrEqual(3)
})
