import { describe, expect, it } from 'vitest'
import { renderPage } from './render-page.ts'
import type { TracedConstant } from './trace-constants.ts'

const base = { file: 'stream/filter.ts', meaning: '', judgedBy: ['nab'] } as const
const page = renderPage([
  { ...base, name: 'ALARM', value: '2.3', meaning: 'Decades.', origin: { from: 'fit', on: ['nab'], names: 'ALARM' } },
  {
    ...base,
    ...{ name: 'HELD', value: '4' },
    origin: { from: 'fit', on: ['nab'], judged: 'out-of-fold', names: 'HELD' },
  },
  { ...base, name: 'SHARE', value: '0.02', origin: { from: 'paper', source: 'A 1990', names: 'SHARE', note: 'upper' } },
  { ...base, name: 'SHAPE', value: '/a|b/', origin: { from: 'judgement', names: 'SHAPE' } },
  { ...base, name: 'STATE', value: '7', origin: { from: 'layout', names: 'STATE' } },
] satisfies readonly TracedConstant[])

describe('renderPage', () => {
  it('says of a constant that it was chosen on the data of a table of its own, in its row and at the top', () => {
    expect(page).toContain('| `ALARM` | `2.3` | Decades. | fit | part of NAB, **judged elsewhere** |')
    expect(page).toContain('| `nab` | part of NAB | 1 | all but `ALARM` | `ALARM` of `stream/filter.ts` |')
  })

  it('says of a constant that each part of its data is judged with what the others chose', () => {
    expect(page).toContain('| `HELD` | `4` |  | fit | part of NAB, each judged with what the others chose |')
  })

  it('names the source, and what else is known', () => {
    expect(page).toContain('| `SHARE` | `0.02` |  | paper: A 1990; upper |  |')
  })

  it('escapes bars within a cell', () => {
    expect(page).toContain('| `SHAPE` | `/a\\|b/` |')
  })

  it('lists the layout of a file in one line', () => {
    expect(page).toContain('Layout: `STATE` = `7`.')
    expect(page).not.toContain('| `STATE`')
  })
})
