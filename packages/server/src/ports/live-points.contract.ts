import { describe, expect, it } from 'vitest'
import type { PointCodec } from './point-codec.ts'
import { type LivePoints, modelOfSource, type PointStore, seriesEnd, wholeSource } from './point-store.ts'

const nan = Number.NaN
const start = Date.UTC(2026, 0, 1)
const second = 1000

type Point = readonly [series: number, seconds: number, value: number]

function points(...rows: Point[]): LivePoints {
  return {
    series: Uint32Array.from(rows, ([series]) => series),
    times: Float64Array.from(rows, ([, seconds]) => start + seconds * second),
    values: Float64Array.from(rows, ([, , value]) => value),
  }
}

/** Points that are appended while others are read, and the grid that both kinds of points are read on. */
export function livePointsCases(codec: PointCodec, storeOf: () => PointStore): void {
  describe('live points', () => {
    const grid = async (source: string, series: number[], seconds = 3) => {
      const span = { from: start, to: start + seconds * second }
      return (await storeOf().readGrid(source, series, span, second)).columns.map((column) => Array.from(column))
    }

    it('gives series with times of their own on one grid, with gaps, in the order asked for', async () => {
      await storeOf().append('ragged', points([0, 0.2, 1], [0, 2.9, 3], [1, 1, 10]))
      expect(await grid('ragged', [1, 0])).toEqual([
        [nan, 10, nan],
        [1, nan, 3],
      ])
    })

    it('summarises a span by series: steps with a value, extremes, mean and deviation', async () => {
      await storeOf().append('summed', points([0, 0, 1], [0, 0.5, 3], [0, 2, 8], [1, 1, 5], [1, 9, 50], [2, 1, nan]))
      const span = { from: start, to: start + 3 * second, stepMs: second, rates: [], maxSteps: 60 }
      const read = await storeOf().summariseLive('summed', span)
      expect([Array.from(read.series), Array.from(read.steps)]).toEqual([
        [0, 1],
        [2, 1],
      ])
      expect(Array.from(read.firstTime)).toEqual([start, start + second])
      expect([read.min[0], read.max[0], read.mean[0]]).toEqual([1, 8, 4])
      expect(read.deviation[0]).toBeCloseTo(Math.sqrt(26 / 3), 9)
    })

    it('summarises a counter by its increase a second, from the value before the span on', async () => {
      await storeOf().append('rated', points([0, -1, 10], [0, 0, 14], [0, 2, 20], [0, 3, 5], [1, 1, 7]))
      const span = { from: start, to: start + 4 * second, stepMs: second, rates: [0, 1], maxSteps: 60 }
      const read = await storeOf().summariseLive('rated', span)
      // 4 a second, 6 in two, and 5 since it began again
      expect([read.min[0], read.max[0], read.mean[0]]).toEqual([3, 5, 4])
      expect(Array.from(read.steps)).toEqual([3, 1])
      expect(read.mean[1]).toBeNaN()
      const short = await storeOf().summariseLive('rated', { ...span, maxSteps: 1 })
      expect(short.mean[0]).toBe(4.5)
    })

    it('names each step by its start', async () => {
      const read = await storeOf().readGrid('ragged', [0], { from: start, to: start + 2500 }, second)
      expect(Array.from(read.times)).toEqual([start, start + second, start + 2 * second])
    })

    it('takes the last value in a step, the one on its start and none on its end', async () => {
      await storeOf().append(
        'edges',
        points([0, 0, 1], [0, 0.5, 2], [0, 0.999, 3], [0, 1, 4], [0, 3, 5], [0, -0.001, 6]),
      )
      expect(await grid('edges', [0])).toEqual([[3, 4, nan]])
    })

    it('takes the last number of a step where a missing value comes after it', async () => {
      await storeOf().append('missing', points([0, 0.1, 1], [0, 0.2, nan], [0, 1.5, nan]))
      expect(await grid('missing', [0])).toEqual([[1, nan, nan]])
    })

    it('gives points as they are, each once, by series and time, unless there are too many', async () => {
      await storeOf().append('raw', points([1, 2, 7], [0, 1, 5], [0, 0, 4], [2, 0, 9], [1, 4, 8]))
      await storeOf().append('raw', points([0, 0, 6]))
      const span = { from: start, to: start + 4 * second }
      const read = await storeOf().readLive('raw', [1, 0], span, 3)
      expect(Array.from(read!.series)).toEqual([0, 0, 1])
      expect(Array.from(read!.times)).toEqual([start, start + second, start + 2 * second])
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
      expect(await grid('repeated', [0])).toEqual([[1, 7, nan]])
      await storeOf().append('repeated', points([0, 2, 8], [0, 2, 9]))
      expect(await grid('repeated', [0])).toEqual([[1, 7, 9]])
    })

    it('copies the points of a span with their scores, once however often, and leaves the others where they are', async () => {
      await storeOf().append('original', points([0, 0, 1], [0, 1, 2], [1, 1, 9], [0, 2, 3]))
      const scores = {
        ...{ series: Uint32Array.of(0), times: Float64Array.of(start + second), degree: Float32Array.of(3) },
        ...{ low: Float32Array.of(0), high: Float32Array.of(1) },
      }
      await storeOf().appendScores('original', scores)
      const span = { from: start, to: start + 2 * second }
      await storeOf().copyLive('original', 'copy', span)
      await storeOf().copyLive('original', 'copy', span)
      expect(await grid('copy', [0, 1])).toEqual([
        [1, 2, nan],
        [nan, 9, nan],
      ])
      await storeOf().drop(['original'])
      const read = await storeOf().readLiveScores('copy', [0], span, 10)
      expect(Array.from(read!.degree)).toEqual([3])
      expect(await grid('copy', [0])).toEqual([[1, 2, nan]])
    })

    it('gives the scores of single series beyond their threshold, by time, of too many the latest', async () => {
      const rows = [
        ...[
          [1, 0, 2],
          [0, 1, -1.5],
          [0, 2, 0.9],
          [0, 3, 1],
          [wholeSource, 1, 9],
          [modelOfSource, 1, 9],
          [0, 9, 5],
        ],
      ] as [number, number, number][]
      await storeOf().appendScores('flagged', {
        series: Uint32Array.from(rows, ([series]) => series),
        times: Float64Array.from(rows, ([, row]) => start + row * second),
        degree: Float32Array.from(rows, ([, , degree]) => degree),
        low: new Float32Array(rows.length),
        high: new Float32Array(rows.length),
      })
      const read = async (limit: number) => {
        const found = await storeOf().readFlagged('flagged', { from: start, to: start + 5 * second }, limit)
        return Array.from(found.series, (series, index) => [
          ...[series, (found.times[index]! - start) / second, found.degree[index]],
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
      await storeOf().append('ended', points([0, 0, 1], [0, 0.5, seriesEnd], [1, 1, seriesEnd], [0, 2, 3]))
      expect(await grid('ended', [0, 1])).toEqual([
        [1, nan, 3],
        [nan, nan, nan],
      ])
      const span = { from: start, to: start + 3 * second }
      const read = await storeOf().readLive('ended', [0, 1], span, 10)
      expect(Array.from(read!.values)).toEqual([1, seriesEnd, 3, seriesEnd])
      expect((await storeOf().describeLive('ended')).points).toBe(2)
      const reduced = await storeOf().reduceLive('ended', { ...span, series: [0, 1], bucketMs: second })
      expect([Array.from(reduced.series), Array.from(reduced.max)]).toEqual([
        [0, 0],
        [1, 3],
      ])
    })

    it('leaves out a missing value, which replaces none', async () => {
      await storeOf().append('replaced', points([0, 0, 1]))
      await storeOf().append('replaced', points([0, 0, nan], [0, 1, Number.NEGATIVE_INFINITY], [0, 2, 0]))
      expect(await grid('replaced', [0])).toEqual([[1, nan, 0]])
    })

    it('takes the last of many points with the same time, before and after parts are merged', async () => {
      const commits = 60
      const expected = new Array<number>(10).fill(nan)
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
        [1, nan, nan],
        [nan, nan, nan],
      ])
      await Promise.all([storeOf().append('growing', points([1, 0, 2])), grid('growing', [0])])
      expect(await grid('growing', [0, 1])).toEqual([
        [1, nan, nan],
        [2, nan, nan],
      ])
    })

    it('keeps sources apart, whatever shares a commit', async () => {
      const sources = Array.from({ length: 20 }, (_, index) => `apart-${index}`)
      await Promise.all(sources.map((source, index) => storeOf().append(source, points([3, 0, index]))))
      expect(await grid('apart-7', [3])).toEqual([[7, nan, nan]])
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
      const span = { from: start, to: start + 240 * 30 * 86_400 * second }
      const read = await storeOf().readGrid('months-live', [0], span, 30 * 86_400 * second)
      expect(Array.from(read.columns[0]!)).toEqual(months.map(([, , value]) => value))
      for (const seconds of [-start, nan, 1e12])
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
        times: new Float64Array(count).fill(start),
        values: Float64Array.from({ length: count }, (_, id) => id / 2),
      })
      expect(await grid('million', [999_999, 0, 500_001], 1)).toEqual([[499_999.5], [0], [250_000.5]])
      const all = Array.from({ length: count }, (_, id) => id)
      const read = await storeOf().readGrid('million', all, { from: start, to: start + second }, second)
      expect(read.columns.length).toBe(count)
      expect(read.columns[123_456]![0]).toBe(61_728)
    })

    it('reads a dataset on the same grid', async () => {
      const times = Float64Array.from([0, 500, 2000], (ms) => start + ms)
      const columns = [Float64Array.of(1, 2, 3), Float64Array.of(4, nan, 6)]
      await storeOf().insertPoints('gridded', codec.encodePoints(times, columns))
      expect(await grid('gridded', [0, 1])).toEqual([
        [2, nan, 3],
        [4, nan, 6],
      ])
    })

    it('reads a dataset from before 1970, whose last step ends after the span', async () => {
      await storeOf().insertPoints('old', codec.encodePoints(Float64Array.of(-2500, -1000), [Float64Array.of(1, 2)]))
      const read = await storeOf().readGrid('old', [0], { from: -3000, to: -500 }, second)
      expect([Array.from(read.times), Array.from(read.columns[0]!)]).toEqual([
        [-3000, -2000, -1000],
        [1, nan, 2],
      ])
    })

    it('refuses a grid without steps and one that no memory holds', async () => {
      const span = { from: start, to: start + second }
      await expect(storeOf().readGrid('ragged', [0], span, 0)).rejects.toThrow(RangeError)
      await expect(storeOf().readGrid('ragged', [0], { from: start, to: start }, second)).rejects.toThrow(RangeError)
      const year = { from: start, to: start + 365 * 86_400 * second }
      await expect(storeOf().readGrid('ragged', [0], year, 1)).rejects.toThrow(RangeError)
    })

    it('deletes the points of a dropped source and of no other', async () => {
      await storeOf().append('dropped', points([0, 0, 1]))
      await storeOf().drop(['dropped'])
      await expect.poll(() => grid('dropped', [0]), { timeout: 20_000, interval: 200 }).toEqual([[nan, nan, nan]])
      expect(await grid('late', [0])).toEqual([[1, 2, 3]])
    })
  })
}
