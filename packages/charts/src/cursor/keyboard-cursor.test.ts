import { describe, expect, it } from 'vitest'
import type { ChartLine } from '../model/chart-types.ts'
import { type CursorContext, cursorAction, periodAt } from './keyboard-cursor.ts'

function lineOf(id: string, offset = 0): ChartLine {
  const times = Array.from({ length: 100 }, (_, i) => i * 10 + offset)
  const values = times.map((t) => t)
  return { id, label: id, seriesId: id, times, min: values, max: values }
}
const base: CursorContext = {
  lines: [lineOf('a'), lineOf('b', 3)],
  highlights: [
    { id: 'late', start: 700, end: 720, val: 2 },
    { id: 'early', start: 100, end: 150, val: 8 },
  ],
  domain: { from: 0, to: 990 },
  selection: { x: 200, seriesName: 'a' },
}
const press = (key: string, change: Partial<CursorContext> = {}) => cursorAction(key, { ...base, ...change })
const xAfter = (key: string, change: Partial<CursorContext> = {}) => {
  const action = press(key, change)
  return action && 'selection' in action ? action.selection.x : null
}

describe('cursorAction', () => {
  it('moves by a sample, by ten, and to the ends of the view', () => {
    expect(xAfter('ArrowRight')).toBe(210)
    expect(xAfter('ArrowLeft')).toBe(190)
    expect(xAfter('PageDown')).toBe(300)
    expect(xAfter('PageUp')).toBe(100)
    expect(xAfter('Home', { domain: { from: 95, to: 505 } })).toBe(100)
    expect(xAfter('End', { domain: { from: 95, to: 505 } })).toBe(500)
  })

  it('stops at the edges of the view', () => {
    expect(xAfter('ArrowRight', { domain: { from: 0, to: 200 } })).toBe(200)
    expect(xAfter('PageUp', { selection: { x: 20, seriesName: 'a' } })).toBe(0)
  })

  it('starts at the edge it comes from without a cursor', () => {
    expect(xAfter('ArrowRight', { selection: null })).toBe(0)
    expect(xAfter('ArrowLeft', { selection: null })).toBe(990)
  })

  it('changes the line and keeps the moment', () => {
    expect(press('ArrowDown')).toEqual({ kind: 'move', selection: { x: 203, seriesName: 'b' } })
    expect(press('ArrowUp')).toEqual({ kind: 'move', selection: { x: 203, seriesName: 'b' } })
  })

  it('goes to the previous and next period in order of time', () => {
    expect(press(']')).toMatchObject({ kind: 'period', highlight: { id: 'late' }, selection: { x: 700 } })
    expect(press('[')).toMatchObject({ kind: 'period', highlight: { id: 'early' } })
    expect(press(']', { selection: { x: 700, seriesName: 'a' } })).toEqual({ kind: 'stay' })
    expect(press(']', { selection: null })).toMatchObject({ highlight: { id: 'early' } })
  })

  it('goes first to the start of the current period', () => {
    expect(press('[', { selection: { x: 710, seriesName: 'a' } })).toMatchObject({ highlight: { id: 'late' } })
    expect(press('[', { selection: { x: 700, seriesName: 'a' } })).toMatchObject({ highlight: { id: 'early' } })
  })

  it('zooms around the cursor', () => {
    expect(press('+')).toEqual({ kind: 'zoom', domain: { from: 100, to: 595 } })
    expect(press('-')).toEqual({ kind: 'zoom', domain: { from: -200, to: 1780 } })
  })

  it('selects the period under the cursor, and nothing outside one', () => {
    expect(press('Enter', { selection: { x: 120, seriesName: 'a' } })).toMatchObject({
      kind: 'choose',
      highlight: { id: 'early' },
    })
    expect(press('Enter')).toEqual({ kind: 'stay' })
  })

  it('ignores other keys', () => {
    expect(press('Escape')).toEqual({ kind: 'back' })
    expect(press('a')).toBeNull()
    expect(press('Tab')).toBeNull()
  })

  it('stays in a chart without samples', () => {
    expect(press('ArrowRight', { lines: [] })).toEqual({ kind: 'stay' })
    expect(press('End', { lines: [{ ...lineOf('a'), times: [] }] })).toEqual({ kind: 'stay' })
  })
})

describe('periodAt', () => {
  it('prefers the shortest of several', () => {
    const periods = [{ id: 'long', start: 0, end: 900, val: 1 }, ...base.highlights]
    expect(periodAt(periods, 120)?.id).toBe('early')
    expect(periodAt(periods, 500)?.id).toBe('long')
    expect(periodAt(periods, 950)).toBeNull()
  })
})
