import { describe, expect, it } from 'vitest'
import { findingState, joinedState } from './finding-state.ts'

const DATA_END = { lastTime: 100_000, stepMs: 1_000, cvalue: 5 }

describe('findingState', () => {
  it('is open while no more than cvalue samples follow', () => {
    expect(findingState({ end: 100_000 }, DATA_END)).toBe('open')
    expect(findingState({ end: 95_000 }, DATA_END)).toBe('open')
    expect(findingState({ end: 94_999 }, DATA_END)).toBe('over')
  })

  it('is recovering while the swing back goes on, whenever the fault ended', () => {
    expect(findingState({ end: 60_000, recoveringUntil: 99_000 }, DATA_END)).toBe('recovering')
    expect(findingState({ end: 60_000, recoveringUntil: 80_000 }, DATA_END)).toBe('over')
    expect(findingState({ end: 98_000, recoveringUntil: 90_000 }, DATA_END)).toBe('open')
  })

  it('is the new normal for good', () => {
    expect(findingState({ end: 99_000, isNewNormal: true }, DATA_END)).toBe('newNormal')
  })
})

describe('joinedState', () => {
  it('is that of the finding which most is left of', () => {
    expect(joinedState(['over', 'newNormal', 'recovering'])).toBe('recovering')
    expect(joinedState(['over', 'open', 'recovering'])).toBe('open')
    expect(joinedState([])).toBe('over')
  })
})
