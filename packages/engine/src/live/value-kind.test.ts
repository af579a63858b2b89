import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCounter } from '../detect/column/counter.ts'
import type { WatchState } from './live-state.ts'
import { decideKind } from './value-kind.ts'
import { emptyWatch } from './watch-series.ts'

const EARLY = 64

function decide(values: readonly number[]): WatchState {
  const watch = emptyWatch(undefined)
  for (const value of values) {
    decideKind(watch, value)
    watch.previous = value
  }
  return watch
}

const steps = fc.array(fc.integer({ min: -1, max: 60 }), { minLength: EARLY, maxLength: EARLY })

describe('decideKind', () => {
  it('decides by the first values what their counter test says', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2, max: 50 }), steps, (first, changes) => {
        let value = first
        const values = changes.map((change) => (value += change))
        expect(decide(values).kind).toBe(isCounter(Float64Array.from(values)) ? 'counter' : 'level')
      }),
    )
  })

  it('remembers the values of a series that may be a counter, and none once one has fallen', () => {
    expect(decide([1, 2, 3])).toMatchObject({ kind: 'undecided', early: [1, 2, 3] })
    expect(decide([1, 2, 1])).toMatchObject({ kind: 'level', early: [] })
    expect(decide([-1])).toMatchObject({ kind: 'level', early: [] })
  })
})
