import { describe, expect, it } from 'vitest'
import { createRejectedRunLog, type RejectedRun } from './rejected-runs.ts'

/** A number is the time of a row, 'x' a rejected line. */
function runsOf(file: readonly (number | 'x')[]): RejectedRun[] {
  const log = createRejectedRunLog()
  for (const one of file) {
    if (one === 'x') log.reject()
    else log.row(one)
  }
  return log.end(Float64Array.from(file.filter((one) => typeof one === 'number')).sort())
}

describe('createRejectedRunLog', () => {
  it('counts rejected lines between two rows, in the order of time', () => {
    expect(runsOf([1, 'x', 'x', 4, 5, 'x', 7])).toEqual([
      { after: 1, before: 4, lines: 2 },
      { after: 5, before: 7, lines: 1 },
    ])
  })

  it('passes over those before the first row and after the last one', () => {
    expect(runsOf(['x', 1, 2, 'x'])).toEqual([])
  })

  it('reads a file that runs backwards', () => {
    expect(runsOf([9, 'x', 5, 4])).toEqual([{ after: 5, before: 9, lines: 1 }])
  })

  it('leaves out lines between two rows that another one belongs between', () => {
    expect(runsOf([1, 'x', 9, 5])).toEqual([])
    expect(runsOf([5, 'x', 5, 6])).toEqual([])
  })

  it('keeps the 10,000 runs with the most lines', () => {
    const file: (number | 'x')[] = []
    for (let time = 0; time < 30_000; time++) {
      file.push(time, 'x')
      if (time > 25_000) file.push('x')
    }
    const runs = runsOf([...file, 30_000])
    expect(runs).toHaveLength(10_000)
    expect(runs.filter(({ lines }) => lines === 2)).toHaveLength(4_999)
    expect(runs.at(-1)).toEqual({ after: 29_999, before: 30_000, lines: 2 })
  })
})
