import { describe, expect, it } from 'vitest'
import { placeTooltip } from './place-tooltip.ts'

const TOOLTIP = { width: 200, height: 90 }

describe('placeTooltip', () => {
  it('is right of the cursor, or left of it near the right edge', () => {
    expect(placeTooltip(100, TOOLTIP, { width: 600, height: 200 }, 300)).toEqual({ left: 114, top: 4 })
    expect(placeTooltip(500, TOOLTIP, { width: 600, height: 200 }, 300)).toEqual({ left: 286, top: 4 })
  })

  it('is above a chart too narrow for both, and below if there is no room above', () => {
    expect(placeTooltip(150, TOOLTIP, { width: 300, height: 200 }, 300)).toEqual({ left: 50, top: -94 })
    expect(placeTooltip(190, TOOLTIP, { width: 300, height: 200 }, 300).left).toBe(90)
    expect(placeTooltip(150, TOOLTIP, { width: 300, height: 200 }, 20)).toEqual({ left: 50, top: 204 })
  })
})
