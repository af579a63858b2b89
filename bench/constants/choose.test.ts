import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { methods } from '../detection/index.ts'
import { choose, members, numbers, numbersBehind, overridesAt } from './choose.ts'
import { readChosen } from './chosen.ts'
import { groups } from './groups.ts'
import { measureWith } from './measure-with.ts'
import { engineSources, withConstants } from './with-constants.ts'

describe('choose', () => {
  it('finds the best value of each constant from anywhere', async () => {
    const choices = numbers('a.ts', { X: [1, 2, 3], Y: [10, 20, 30] })
    const loss = async (overrides: ReturnType<typeof overridesAt>): Promise<number> =>
      Math.abs(Number(overrides[0]!.value) - 3) + Math.abs(Number(overrides[1]!.value) - 10)
    const chosen = await choose(choices, { start: [0, 2], rounds: 1, loss, report: () => undefined })
    expect(chosen).toEqual({
      at: [2, 0],
      loss: 0,
      losses: [
        [22, 21, 20],
        [0, 10, 20],
      ],
    })
  })

  it('takes the middle one of values that are equally good', async () => {
    const choices = numbers('a.ts', { X: [1, 2, 3], Y: [10, 20, 30] })
    const search = { start: [0, 0], rounds: 1, report: () => undefined }
    expect((await choose(choices, { ...search, loss: async () => 1 })).at).toEqual([1, 1])
  })

  it('tells where the values stand', async () => {
    const loss = async (_: unknown, at: readonly number[]): Promise<number> => -at[0]!
    const search = { start: [0], rounds: 1, report: () => undefined, loss }
    expect((await choose(numbers('a.ts', { X: [1, 2, 3] }), search)).at).toEqual([2])
  })
})

describe('members', () => {
  it('replaces the number behind one key, below 0 as well', () => {
    const [choice] = members('a.ts', 'WEIGHTS', { late: [-4, 0.5] })
    const change = choice!.values[1] as (source: string) => string
    expect(change('{ late: -2, later: 1, of: { early: 3 } }')).toBe('{ late: 0.5, later: 1, of: { early: 3 } }')
    expect(choice).toMatchObject({ part: 'late', labels: ['-4', '0.5'] })
  })
})

describe('withConstants', () => {
  it('replaces a constant, and numbers within one', () => {
    const text = 'const A = 1\nexport const some: readonly object[] = [{ reach: 4.1 }, { reach: 5 }]\n'
    const reach = numbersBehind('reach', { file: 'a.ts', name: 'some', from: 1, values: [[7]] })
    expect(withConstants(text, [{ file: 'a.ts', name: 'A', value: '2' }, ...overridesAt([reach], [0])])).toBe(
      'const A = 2\nexport const some: readonly object[] = [{ reach: 4.1 }, { reach: 7 }]\n',
    )
  })

  it('names a constant that is not there', () => {
    expect(() => withConstants('const A = 1', [{ file: 'a.ts', name: 'B', value: '2' }])).toThrow(
      'no constant B is there',
    )
  })
})

it('measures an engine with other constants, and this process keeps its own', async () => {
  const measured = (value: string) =>
    measureWith('testing/measure-alarm.ts', [{ file: 'stream/alarm-filter.ts', name: 'ALARM', value }])
  expect([await measured('1.5'), await measured('4')]).toEqual([{ alarm: 1.5 }, { alarm: 4 }])
})

const recorded = Object.entries(groups).filter(([, one]) => one.leftOut === undefined)

it.each(recorded)(
  'the record of %s has the choices there are, each with the value that loses least',
  (name, { choices }) => {
    const record = readChosen(name)!.choices
    expect(record.map((one) => [one.file, one.name, one.part, one.values])).toEqual(
      choices.map((one) => [one.file, one.name, one.part, one.labels]),
    )
    for (const { name: constant, values, losses, chosen } of record)
      expect(losses[values.indexOf(chosen)], constant).toBe(Math.min(...losses))
  },
)

describe.each(recorded.filter(([, one]) => !one.isCompared))('the constants of %s', (name, { choices }) => {
  const record = readChosen(name)
  it('are those that the search chose', () => {
    for (const choice of choices) {
      const { chosen } = record!.choices[choices.indexOf(choice)]!
      const text = readFileSync(join(engineSources, choice.file), 'utf8')
      const value = choice.values[choice.labels.indexOf(chosen)]!
      const plain = (source: string): string => source.replace(/(\d)_(?=\d)/g, '$1')
      expect(plain(withConstants(text, [{ ...choice, value }])), `${choice.name} ${choice.part ?? ''}`).toBe(
        plain(text),
      )
    }
  })
})

it('names tables that judge', () => {
  const judges = Object.values(groups).flatMap((one) => one.judges)
  expect(methods.map(({ name }) => name)).toEqual(expect.arrayContaining(judges))
})
