import { expect, it } from 'vitest'
import { overridesOf } from '../../constants/left-out.ts'
import { logChoices } from '../../constants/logs/log-choices.ts'
import { judgeOutOfFold, meanOfSets, readLeftOut } from './judge-out-of-fold.ts'

it('has a value of every constant for each set that is left out', () => {
  const leftOut = Object.values(readLeftOut())
  expect(leftOut.length).toBe(10)
  for (const labels of leftOut) expect(overridesOf(logChoices, labels).length).toBe(logChoices.length)
})

it('takes for each set the figures that were measured with its own constants', () => {
  const scores = (of: number): Record<string, number> =>
    Object.fromEntries(
      ['A', 'B'].flatMap((name) =>
        ['GA', 'FGA', 'PA', 'FTA', 'stressed GA', 'stressed FGA'].map((score) => [
          `${score} ${name}`,
          name === 'A' ? of : 2 * of,
        ]),
      ),
    )
  expect(
    meanOfSets([
      ['A', scores(0.1)],
      ['B', scores(0.3)],
    ]).plain.GA,
  ).toBeCloseTo((0.1 + 0.6) / 2, 12)
})

it('names a set that was never left out', async () => {
  await expect(judgeOutOfFold(['A'], {})).rejects.toThrow('no constants were chosen without A')
})
