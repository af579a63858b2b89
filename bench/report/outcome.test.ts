import { describe, expect, it } from 'vitest'
import { figure, goalText, isGood, type Outcome, verdict } from './outcome.ts'
import { markdownTable, withTable } from './tables.ts'
import { outcomeText } from './text.ts'

const MACHINE = {
  date: '2026-11-20 10:00',
  cpu: 'x',
  cores: 2,
  memoryGb: 8,
  node: 'v24',
  platform: 'linux',
  loadBefore: 0,
}
const SLOW = { what: 'start', unit: 's', measured: 2.345, goal: { atMost: 2 } }
const OUTCOME: Outcome = {
  name: 'start',
  title: 'Starting',
  machine: MACHINE,
  measurements: [SLOW, { what: 'rows', unit: 'rows', measured: 12_345.6 }],
}

describe('an outcome', () => {
  it('is good when every goal is met, a figure without a goal always', () => {
    expect(isGood(OUTCOME)).toBe(false)
    expect(isGood({ ...OUTCOME, measurements: [{ ...SLOW, goal: { atMost: 3 } }] })).toBe(true)
    expect(isGood({ ...OUTCOME, measurements: [{ ...SLOW, goal: { atLeast: 3 } }] })).toBe(false)
  })

  it('that could not be measured is not good', () => {
    expect(isGood({ name: 'start', title: 'Starting', machine: MACHINE, missing: 'no server' })).toBe(false)
  })

  it('writes figures with three places that count', () => {
    expect([12_345.6, 100, 56.78, 0.1234, 1].map(figure)).toEqual(['12,346', '100', '56.8', '0.12', '1'])
    expect(goalText(SLOW)).toBe('≤ 2 s')
  })

  it('says of a goal that it is of the data the constants were chosen on', () => {
    expect(verdict({ ...SLOW, onOwnData: true })).toBe('missed, own data')
    expect(verdict({ ...SLOW, goal: { atMost: 3 }, onOwnData: true })).toBe('met, own data')
  })

  it('says in the terminal what was missed', () => {
    expect(outcomeText(OUTCOME)).toContain('start       2.35 s  ≤ 2 s  missed')
  })
})

describe('the table of a page', () => {
  const table = markdownTable([
    ['a', 'b'],
    ['1', '2'],
  ])

  it('takes the place of the older table between the marks, and of nothing else', () => {
    const marked = 'before <!-- results: written by run.ts -->\nold\n<!-- end of results --> after'
    expect(withTable(marked, table)).toBe(
      'before <!-- results: written by run.ts -->\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n<!-- end of results --> after',
    )
    expect(() => withTable('no marks', table)).toThrow()
  })
})
