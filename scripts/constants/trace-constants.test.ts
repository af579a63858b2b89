import { describe, expect, it } from 'vitest'
import type { Origins } from './origin.ts'
import type { Constant } from './read-constants.ts'
import { type TracedConstant, tablesOnOwnData, traceConstants } from './trace-constants.ts'

const constant = (file: string, name: string): Constant => ({ file, name, value: '1', meaning: '' })
const judges = { stream: ['nab', 'stream-power'], 'stream/size.ts': ['stream-cost'] } as const
const origins: Origins = {
  'stream/filter.ts': [
    { from: 'fit', on: ['nab', 'timings'], names: 'ALARM RISE' },
    { from: 'judgement', names: 'HELD' },
  ],
  'stream/size.ts': [{ from: 'fit', on: ['timings'], names: 'ROOM' }],
}
const constants = [
  constant('stream/filter.ts', 'ALARM'),
  constant('stream/filter.ts', 'RISE'),
  constant('stream/filter.ts', 'HELD'),
  constant('stream/size.ts', 'ROOM'),
]

function traced(): readonly TracedConstant[] {
  const result = traceConstants(constants, origins, judges)
  if (result.kind === 'incomplete') throw new Error(result.problems.join('\n'))
  return result.constants
}

describe('traceConstants', () => {
  it('gives each constant its origin, and the tables of the longest path', () => {
    expect(traced().map(({ name, origin, judgedBy }) => [name, origin.from, judgedBy])).toEqual([
      ['ALARM', 'fit', ['nab', 'stream-power']],
      ['RISE', 'fit', ['nab', 'stream-power']],
      ['HELD', 'judgement', ['nab', 'stream-power']],
      ['ROOM', 'fit', ['stream-cost']],
    ])
  })

  it('names a constant without an origin', () => {
    expect(traceConstants([...constants, constant('stream/filter.ts', 'FADE')], origins, judges)).toEqual({
      kind: 'incomplete',
      problems: ['FADE of stream/filter.ts has no origin'],
    })
  })

  it('names an origin of a constant that is gone', () => {
    expect(traceConstants(constants.slice(1), origins, judges)).toEqual({
      kind: 'incomplete',
      problems: ['ALARM of stream/filter.ts has an origin and no source'],
    })
  })

  it('names a constant with two origins', () => {
    const twice: Origins = { ...origins, 'stream/size.ts': [{ from: 'limit', names: 'ROOM ROOM' }] }
    expect(traceConstants(constants, twice, judges)).toEqual({
      kind: 'incomplete',
      problems: ['ROOM of stream/size.ts has two origins'],
    })
  })

  it('names a file that no folder of the tables holds', () => {
    const other: Origins = { ...origins, 'streams/a.ts': [{ from: 'judgement', names: 'A' }] }
    expect(traceConstants([...constants, constant('streams/a.ts', 'A')], other, judges)).toEqual({
      kind: 'incomplete',
      problems: ['no table is named for streams/a.ts'],
    })
  })
})

describe('tablesOnOwnData', () => {
  it('names the tables that are measured on what a constant was chosen on', () => {
    expect(traced().map(tablesOnOwnData)).toEqual([['nab'], ['nab'], [], []])
  })

  it('names none where each part of the data is judged with what the others chose', () => {
    const origin = { from: 'fit', on: ['nab'], judged: 'out-of-fold', names: 'ALARM' } as const
    expect(tablesOnOwnData({ ...constant('stream/filter.ts', 'ALARM'), origin, judgedBy: ['nab'] })).toEqual([])
  })
})
