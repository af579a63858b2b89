import { describe, expect, it } from 'vitest'
import type { PointCodec } from './point-codec.ts'
import {
  type LivePoints,
  MODEL_OF_SOURCE,
  NO_NUMBER,
  type PointStore,
  SERIES_END,
  WHOLE_SOURCE,
} from './point-store.ts'

const NAN = Number.NaN
const START = Date.UTC(2026, 0, 1)
const SECOND = 1000

type Point = readonly [series: number, seconds: number, value: number]

function points(...rows: Point[]): LivePoints {
  return {
    series: Uint32Array.from(rows, ([series]) => series),
    times: Float64Array.from(rows, ([, seconds]) => START + seconds * SECOND),
    values: Float64Array.from(rows, ([, , value]) => value),
  }
}

/** Points that are appended while others are read, and the grid that both kinds of points are read on. */
export function livePointsCases(codec: PointCodec, storeOf: () => PointStore): void {
  describe('live points', () => {
    const grid = async (source: string, series: number[], seconds = 3) => {
      const span = { from: START, to: START + seconds * SECOND }
      return (await storeOf().readGrid(source, series, span, SECOND)).columns.map((column) => Array.from(column))
    }

    it('gives series with times of their own on one grid, with gaps, in the order asked for', async () => {
      await storeOf().append('ragged', points([0, 0.2, 1], [0, 2.9, 3], [1, 1, 10]))
      expect(await grid('ragged', [1, 0])).toEqual([
        [NAN, 10, NAN],
        [1, NAN, 3],
      ])
    })

    it('summarises a span by series: steps with a value, extremes, mean and deviation', async () => {
      await storeOf().append('summed', points([0, 0, 1], [0, 0.5, 3], [0, 2, 8], [1, 1, 5], [1, 9, 50], [2, 1, NAN]))
      const span = { from: START, to: START + 3 * SECOND, stepMs: SECOND, rates: [], maxSteps: 60 }
      const read = await storeOf().summariseLive('summed', span)
      expect([Array.from(read.series), Array.from(read.steps)]).toEqual([
        [0, 1],
        [2, 1],
      ])
      expect(Array.from(read.firstTime)).toEqual([START, START + SECOND])
      expect([read.min[0], read.max[0], read.mean[0]]).toEqual([1, 8, 4])
      expect(read.deviation[0]).toBeCloseTo(Math.sqrt(26 / 3), 9)
    })

    it('summarises a counter by its increase a second, from the value before the span on', async () => {
      await storeOf().append('rated', points([0, -1, 10], [0, 0, 14], [0, 2, 20], [0, 3, 5], [1, 1, 7]))
      const span = { from: START, to: START + 4 * SECOND, stepMs: SECOND, rates: [0, 1], maxSteps: 60 }
      const read = await storeOf().summariseLive('rated', span)
      // 4 a second, 6 in two, and 5 since it began again
      expect([read.min[0], read.max[0], read.mean[0]]).toEqual([3, 5, 4])
      expect(Array.from(read.steps)).toEqual([3, 1])
      expect(read.mean[1]).toBeNaN()
      const short = await storeOf().summariseLive('rated', { ...span, maxSteps: 1 })
      expect(short.mean[0]).toBe(4.5)
    })

    it('names each step by its start', async () => {
      const read = await storeOf().readGrid('ragged', [0], { from: START, to: START + 2500 }, SECOND)
      expect(Array.from(read.times)).toEqual([START, START + SECOND, START + 2 * SECOND])
    })

    it('takes the last value in a step, the one on its start and none on its end', async () => {
      await storeOf().append(
        'edges',
        points([0, 0, 1], [0, 0.5, 2], [0, 0.999, 3], [0, 1, 4], [0, 3, 5], [0, -0.001, 6]),
      )
      expect(await grid('edges', [0])).toEqual([[3, 4, NAN]])
    })

    it('takes the last number of a step where a missing value comes after it', async () => {
      await storeOf().append('missing', points([0, 0.1, 1], [0, 0.2, NAN], [0, 1.5, NAN]))
      expect(await grid('missing', [0])).toEqual([[1, NAN, NAN]])
    })

    it('gives points as they are, each once, by series and time, unless there are too many', async () => {
      await storeOf().append('raw', points([1, 2, 7], [0, 1, 5], [0, 0, 4], [2, 0, 9], [1, 4, 8]))
      await storeOf().append('raw', points([0, 0, 6]))
      const span = { from: START, to: START + 4 * SECOND }
      const read = await storeOf().readLive('raw', [1, 0], span, 3)
      expect(Array.from(read!.series)).toEqual([0, 0, 1])
      expect(Array.from(read!.times)).toEqual([START, START + SECOND, START + 2 * SECOND])
      expect(Array.from(read!.values)).toEqual([6, 5, 7])
      expect(await storeOf().readLive('raw', [1, 0], span, 2)).toBeUndefined()
    })

    it('reads late points among those that were there before', async () => {
      await storeOf().append('late', points([0, 2, 3]))
      await storeOf().append('late', points([0, 0, 1], [0, 1, 2]))
      expect(await grid('late', [0])).toEqual([[1, 2, 3]])
    })

    it('counts a repeated point once, and the last of points with the same time', async () => {
      await storeOf().append('repeated', points([0, 0, 1], [0, 1, 1]))
      await storeOf().append('repeated', points([0, 0, 1], [0, 1, 7]))
      expect(await grid('repeated', [0])).toEqual([[1, 7, NAN]])
      await storeOf().append('repeated', points([0, 2, 8], [0, 2, 9]))
      expect(await grid('repeated', [0])).toEqual([[1, 7, 9]])
    })

    it('copies the points of a span with their scores, once however often, and leaves the others where they are', async () => {
      await storeOf().append('original', points([0, 0, 1], [0, 1, 2], [1, 1, 9], [0, 2, 3]))
      const scores = {
        series: Uint32Array.of(0),
        times: Float64Array.of(START + SECOND),
        degree: Float32Array.of(3),
        low: Float32Array.of(0),
        high: Float32Array.of(1),
      }
      await storeOf().appendScores('original', scores)
      const span = { from: START, to: START + 2 * SECOND }
      await storeOf().copyLive('original', 'copy', span)
      await storeOf().copyLive('original', 'copy', span)
      expect(await grid('copy', [0, 1])).toEqual([
        [1, 2, NAN],
        [NAN, 9, NAN],
      ])
      await storeOf().drop(['original'])
      const read = await storeOf().readLiveScores('copy', [0], span, 10)
      expect(Array.from(read!.degree)).toEqual([3])
      expect(await grid('copy', [0])).toEqual([[1, 2, NAN]])
    })

    it('gives the scores of single series beyond their threshold, by time, of too many the latest', async () => {
      const rows = [
        ...[
          [1, 0, 2],
          [0, 1, -1.5],
          [0, 2, 0.9],
          [0, 3, 1],
          [WHOLE_SOURCE, 1, 9],
          [MODEL_OF_SOURCE, 1, 9],
          [0, 9, 5],
        ],
      ] as [number, number, number][]
      await storeOf().appendScores('flagged', {
        series: Uint32Array.from(rows, ([series]) => series),
        times: Float64Array.from(rows, ([, row]) => START + row * SECOND),
        degree: Float32Array.from(rows, ([, , degree]) => degree),
        low: new Float32Array(rows.length),
        high: new Float32Array(rows.length),
      })
      const read = async (limit: number) => {
        const found = await storeOf().readFlagged('flagged', { from: START, to: START + 5 * SECOND }, limit)
        return Array.from(found.series, (series, index) => [
          ...[series, (found.times[index]! - START) / SECOND, found.degree[index]],
        ])
      }
      expect(await read(10)).toEqual([
        [1, 0, 2],
        [0, 1, -1.5],
        [0, 3, 1],
      ])
      expect(await read(1)).toEqual([[0, 3, 1]])
    })

    it('keeps the end of a series, which is no value', async () => {
      await storeOf().append('ended', points([0, 0, 1], [0, 0.5, SERIES_END], [1, 1, SERIES_END], [0, 2, 3]))
      expect(await grid('ended', [0, 1])).toEqual([
        [1, NAN, 3],
        [NAN, NAN, NAN],
      ])
      const span = { from: START, to: START + 3 * SECOND }
      const read = await storeOf().readLive('ended', [0, 1], span, 10)
      expect(Array.from(read!.values)).toEqual([1, SERIES_END, 3, SERIES_END])
      expect((await storeOf().describeLive('ended')).points).toBe(2)
      const reduced = await storeOf().reduceLive('ended', { ...span, series: [0, 1], bucketMs: SECOND })
      expect([Array.from(reduced.series), Array.from(reduced.max)]).toEqual([
        [0, 0],
        [1, 3],
      ])
    })

    it('gives with marks what was sent that is no value: in the step after an end, which may have a value itself', async () => {
      await storeOf().append('marked', points([0, 0, 1], [0, 0.5, SERIES_END], [0, 2, 2], [0, 2.5, NO_NUMBER]))
      await storeOf().append('marked', points([1, 0, NO_NUMBER], [1, 1, SERIES_END], [1, 2, NO_NUMBER], [1, 3, 4]))
      await storeOf().append('marked', points([2, 0, 1], [2, 1, SERIES_END], [2, 2, 3], [2, 3, SERIES_END]))
      const readMarked = async (from: number, to: number) => {
        const span = { from: START + from * SECOND, to: START + to * SECOND }
        const { columns } = await storeOf().readGrid('marked', [0, 1, 2], span, SECOND, 'withMarks')
        return columns.map((column) => Array.from(column))
      }
      expect(await readMarked(0, 5)).toEqual([
        [1, SERIES_END, 2, NAN, NAN],
        [NO_NUMBER, NAN, NO_NUMBER, 4, NAN],
        [1, NAN, 3, NAN, SERIES_END],
      ])
      expect(await readMarked(4, 5)).toEqual([[NAN], [NAN], [SERIES_END]])
      expect(await grid('marked', [0, 1, 2])).toEqual([
        [1, NAN, 2],
        [NAN, NAN, NAN],
        [1, NAN, 3],
      ])
      const read = await storeOf().readLive('marked', [0], { from: START, to: START + 4 * SECOND }, 10)
      expect(Array.from(read!.values)).toEqual([1, SERIES_END, 2])
    })

    it('leaves out a missing value, which replaces none', async () => {
      await storeOf().append('replaced', points([0, 0, 1]))
      await storeOf().append('replaced', points([0, 0, NAN], [0, 1, Number.NEGATIVE_INFINITY], [0, 2, 0]))
      expect(await grid('replaced', [0])).toEqual([[1, NAN, 0]])
    })

    it('takes the last of many points with the same time, before and after parts are merged', async () => {
      const commits = 60
      const expected = new Array<number>(10).fill(NAN)
      for (let commit = 0; commit < commits; commit++) {
        const times = [commit % 10, (commit * 7) % 10]
        await storeOf().append('rewritten', points(...times.map((time, of): Point => [0, time, 2 * commit + of])))
        for (const [of, time] of times.entries()) expected[time] = 2 * commit + of
        if (commit % 10 === 9) expect(await grid('rewritten', [0], 10)).toEqual([expected])
      }
    })

    it('shows new series to those who read meanwhile', async () => {
      await storeOf().append('growing', points([0, 0, 1]))
      expect(await grid('growing', [0, 1])).toEqual([
        [1, NAN, NAN],
        [NAN, NAN, NAN],
      ])
      await Promise.all([storeOf().append('growing', points([1, 0, 2])), grid('growing', [0])])
      expect(await grid('growing', [0, 1])).toEqual([
        [1, NAN, NAN],
        [2, NAN, NAN],
      ])
    })

    it('keeps sources apart, whatever shares a commit', async () => {
      const sources = Array.from({ length: 20 }, (_, index) => `apart-${index}`)
      await Promise.all(sources.map((source, index) => storeOf().append(source, points([3, 0, index]))))
      expect(await grid('apart-7', [3])).toEqual([[7, NAN, NAN]])
    })

    it('loses nothing of what 16 senders append at once', async () => {
      const batch = (sender: number, round: number): LivePoints => points([sender, round, sender * 100 + round])
      const send = async (_: unknown, sender: number): Promise<void> => {
        for (let round = 0; round < 5; round++) await storeOf().append('crowd', batch(sender, round))
      }
      await Promise.all(Array.from({ length: 16 }, send))
      const series = Array.from({ length: 16 }, (_, sender) => sender)
      expect(await grid('crowd', series, 5)).toEqual(
        series.map((sender) => [0, 1, 2, 3, 4].map((round) => sender * 100 + round)),
      )
    })

    it('stores a batch of many months and refuses times that no month has', async () => {
      const months = Array.from({ length: 240 }, (_, month): Point => [0, month * 30 * 86_400, month])
      await storeOf().append('months-live', points(...months))
      const span = { from: START, to: START + 240 * 30 * 86_400 * SECOND }
      const read = await storeOf().readGrid('months-live', [0], span, 30 * 86_400 * SECOND)
      expect(Array.from(read.columns[0]!)).toEqual(months.map(([, , value]) => value))
      for (const seconds of [-START, NAN, 1e12])
        await expect(storeOf().append('months-live', points([0, seconds - 1, 1]))).rejects.toThrow(RangeError)
    })

    it('refuses columns of different lengths and names that could be more than a name', async () => {
      const uneven = { ...points([0, 0, 1], [0, 1, 2]), values: Float64Array.of(1) }
      await expect(storeOf().append('uneven', uneven)).rejects.toThrow(RangeError)
      await expect(storeOf().append("a' OR 1", points([0, 0, 1]))).rejects.toThrow(RangeError)
      await storeOf().append('empty', points())
    })

    it('has a million series and reads any of them', async () => {
      const count = 1_000_000
      await storeOf().append('million', {
        series: Uint32Array.from({ length: count }, (_, id) => id),
        times: new Float64Array(count).fill(START),
        values: Float64Array.from({ length: count }, (_, id) => id / 2),
      })
      expect(await grid('million', [999_999, 0, 500_001], 1)).toEqual([[499_999.5], [0], [250_000.5]])
      const all = Array.from({ length: count }, (_, id) => id)
      const read = await storeOf().readGrid('million', all, { from: START, to: START + SECOND }, SECOND)
      expect(read.columns.length).toBe(count)
      expect(read.columns[123_456]![0]).toBe(61_728)
    })

    it('reads a dataset on the same grid', async () => {
      const times = Float64Array.from([0, 500, 2000], (ms) => START + ms)
      const columns = [Float64Array.of(1, 2, 3), Float64Array.of(4, NAN, 6)]
      await storeOf().insertPoints('gridded', codec.encodePoints(times, columns))
      expect(await grid('gridded', [0, 1])).toEqual([
        [2, NAN, 3],
        [4, NAN, 6],
      ])
    })

    it('reads a dataset from before 1970, whose last step ends after the span', async () => {
      await storeOf().insertPoints('old', codec.encodePoints(Float64Array.of(-2500, -1000), [Float64Array.of(1, 2)]))
      const read = await storeOf().readGrid('old', [0], { from: -3000, to: -500 }, SECOND)
      expect([Array.from(read.times), Array.from(read.columns[0]!)]).toEqual([
        [-3000, -2000, -1000],
        [1, NAN, 2],
      ])
    })

    it('refuses a grid without steps and one that no memory holds', async () => {
      const span = { from: START, to: START + SECOND }
      await expect(storeOf().readGrid('ragged', [0], span, 0)).rejects.toThrow(RangeError)
      await expect(storeOf().readGrid('ragged', [0], { from: START, to: START }, SECOND)).rejects.toThrow(RangeError)
      const year = { from: START, to: START + 365 * 86_400 * SECOND }
      await expect(storeOf().readGrid('ragged', [0], year, 1)).rejects.toThrow(RangeError)
    })

    it('deletes the points of a dropped source and of no other', async () => {
      await storeOf().append('dropped', points([0, 0, 1]))
      await storeOf().drop(['dropped'])
      await expect.poll(() => grid('dropped', [0]), { timeout: 20_000, interval: 200 }).toEqual([[NAN, NAN, NAN]])
      expect(await grid('late', [0])).toEqual([[1, 2, 3]])
    })
  })
}
