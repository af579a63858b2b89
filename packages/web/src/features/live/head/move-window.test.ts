import { describe, expect, it } from 'vitest'
import { moved } from './move-window.ts'

describe('moved', () => {
  it('goes half its length back', () => expect(moved({ from: 100, to: 200 }, -1, 200)).toEqual({ from: 50, to: 150 }))
  it('reaches the present by going on', () => {
    expect(moved({ from: 0, to: 100 }, 1, 200)).toEqual({ from: 50, to: 150 })
    expect(moved({ from: 50, to: 150 }, 1, 205)).toBeNull()
  })
})
