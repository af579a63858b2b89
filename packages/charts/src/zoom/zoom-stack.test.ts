import { describe, expect, it } from 'vitest'
import {
  backZoom,
  clampDomain,
  createZoomStack,
  currentDomain,
  pushZoom,
  scaleDomain,
  shiftDomain,
  withFullDomain,
} from './zoom-stack.ts'

const FULL = { from: 0, to: 1000 }
const start = createZoomStack(FULL)

describe('zoom stack', () => {
  it('goes back step by step to the full extent', () => {
    const twice = pushZoom(pushZoom(start, { from: 100, to: 500 }, 'drag', 0), { from: 200, to: 300 }, 'drag', 1)
    expect(currentDomain(twice)).toEqual({ from: 200, to: 300 })
    expect(currentDomain(backZoom(twice))).toEqual({ from: 100, to: 500 })
    expect(currentDomain(backZoom(backZoom(twice)))).toEqual(FULL)
    expect(currentDomain(backZoom(backZoom(backZoom(twice))))).toEqual(FULL)
  })

  it('treats a continuous wheel as one step', () => {
    let stack = start
    for (let i = 1; i <= 20; i++) stack = pushZoom(stack, { from: i * 10, to: 1000 - i * 10 }, 'wheel', i * 50)
    expect(stack.entries).toHaveLength(1)
    expect(currentDomain(backZoom(stack))).toEqual(FULL)
  })

  it('treats a wheel after a pause, or after another gesture, as a new step', () => {
    const first = pushZoom(start, { from: 100, to: 900 }, 'wheel', 0)
    expect(pushZoom(first, { from: 200, to: 800 }, 'wheel', 5000).entries).toHaveLength(2)
    expect(pushZoom(first, { from: 200, to: 800 }, 'pan', 100).entries).toHaveLength(2)
  })

  it('empties when the full extent is reached again', () => {
    const zoomed = pushZoom(start, { from: 100, to: 900 }, 'drag', 0)
    expect(pushZoom(zoomed, { from: -50, to: 2000 }, 'key', 1).entries).toEqual([])
  })

  it('does not push an unchanged view', () => {
    const zoomed = pushZoom(start, { from: 100, to: 900 }, 'drag', 0)
    expect(pushZoom(zoomed, { from: 100, to: 900 }, 'drag', 1)).toBe(zoomed)
  })

  it('keeps a zoomed view while new data widens the extent', () => {
    const zoomed = withFullDomain(pushZoom(start, { from: 100, to: 900 }, 'drag', 0), { from: 0, to: 2000 })
    expect(currentDomain(zoomed)).toEqual({ from: 100, to: 900 })
    expect(currentDomain(backZoom(zoomed))).toEqual({ from: 0, to: 2000 })
  })
})

describe('clampDomain', () => {
  it('keeps the length at an edge and never exceeds the extent', () => {
    expect(clampDomain({ from: -100, to: 100 }, FULL)).toEqual({ from: 0, to: 200 })
    expect(clampDomain({ from: 950, to: 1100 }, FULL)).toEqual({ from: 850, to: 1000 })
    expect(clampDomain({ from: -1, to: 5000 }, FULL)).toEqual(FULL)
  })
})

describe('scaleDomain', () => {
  it('keeps the moment under the pointer in position', () => {
    expect(scaleDomain({ from: 0, to: 1000 }, 250, 0.5)).toEqual({ from: 125, to: 625 })
    expect(shiftDomain({ from: 0, to: 10 }, 5)).toEqual({ from: 5, to: 15 })
  })
})
