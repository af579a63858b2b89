import { describe, expect, it } from 'vitest'
import { simulateFrame } from '../testing/simulate-frame.ts'
import { type CausePeriod, periodMovements } from './period-movements.ts'
import { rankCauses } from './rank-causes.ts'

const frame = simulateFrame(Array(4).fill('noise'), 200, 3, ['cpu[a]', 'mem[a]', 'cpu[b]', 'mem[b]'])
const at = (row: number) => frame.times[row]!
const WINDOW = { fromRow: 0, atRow: 148, toRow: 170 }
const facts = { side: 1, peak: 90, usual: 50, spread: 4, firstAt: at(152) } as const
const period = (series: CausePeriod['series']): CausePeriod => ({ start: at(150), end: at(159), series })

describe('periodMovements', () => {
  it('gives how far a series went from what a model expected, since when and how long', () => {
    const found = periodMovements(frame, WINDOW, [period([{ seriesId: 'cpu[a]', share: 0.7, ...facts }])])
    expect(found).toEqual([
      {
        deviation: 10,
        strength: 10,
        side: 1,
        peak: 90,
        usual: 50,
        spread: 4,
        onsetRow: 152,
        persistence: 8 / 18,
      },
      undefined,
      undefined,
      undefined,
    ])
  })

  it('takes the facts of the largest part and the first onset of several periods', () => {
    const small = { seriesId: 'cpu[a]', share: 0.2, ...facts, peak: 60 }
    const large = { ...small, share: 0.9, peak: 130, firstAt: at(161) }
    const periods = [period([small]), { start: at(160), end: at(169), series: [large] }]
    expect(periodMovements(frame, WINDOW, periods)[0]).toMatchObject({ peak: 130, onsetRow: 152, persistence: 1 })
  })

  it('leaves out what did not move significantly, and what is known by its part alone', () => {
    const series = [
      { seriesId: 'cpu[a]', share: 0.4, ...facts, firstAt: null },
      { seriesId: 'mem[a]', share: 0.3 },
      { seriesId: 'cpu[b]', share: 0.2, ...facts, side: 0 as const },
      { seriesId: 'mem[b]', share: 0.1, ...facts, peak: null },
    ]
    expect(periodMovements(frame, WINDOW, [period(series)])).toEqual(Array(4).fill(undefined))
  })
})

describe('rankCauses', () => {
  it('ranks what a model held responsible, though it does not stand out against the time before', () => {
    const options = { periods: [period([{ seriesId: 'cpu[a]', share: 1, ...facts }])] }
    const ranking = rankCauses(frame, { start: at(150), end: at(169) }, options)
    expect(ranking).toMatchObject({ kind: 'ranked', onset: at(152) })
    if (ranking.kind === 'ranked') expect(ranking.causes.map(({ seriesId }) => seriesId)).toEqual(['cpu[a]'])
  })
})
