import { expect, it } from 'vitest'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { createPackedStore, createPlainStore } from '../stream/detector-store.ts'
import { createLiveDetector } from './live-detector.ts'
import type { LiveRows, LiveState } from './live-state.ts'
import { openWatchedSeries } from './watched-series.ts'

declare function structuredClone<T>(value: T): T

const START = Date.UTC(2026, 0, 5)
const NAMES = ['cpu[a]', 'mem[a]', 'requests_total[b]']
const FAULT = { from: 700, to: 760 }
/** Bytes of a detector's state in version 3. */
const FORMER_ROOM = 15_360
/** Those of them that were used; what came later lies behind them. */
const FORMER_USED = 14_816

function simulate(rows: number, stepMs: number): LiveRows {
  const random = createRandom(9)
  const columns = NAMES.map(() => new Float64Array(rows))
  for (let row = 0; row < rows; row++) {
    const isFault = row >= FAULT.from && row < FAULT.to
    columns[0]![row] = 50 + 2 * normal(random) + (isFault ? 40 : 0)
    columns[1]![row] = 70 + normal(random)
    columns[2]![row] = (columns[2]![row - 1] ?? 0) + 100 + normal(random)
  }
  return { times: Float64Array.from({ length: rows }, (_, row) => START + row * stepMs), columns }
}

function slice({ times, columns }: LiveRows, from: number, to: number): LiveRows {
  return { times: times.subarray(from, to), columns: columns.map((column) => column.subarray(from, to)) }
}

/** A state as version 3 saved it: records, and detectors with some bytes to spare. */
function toFormer(state: LiveState): LiveState {
  const { watches, quiet } = openWatchedSeries(state, createPlainStore)
  const places = NAMES.map((_, place) => place)
  const padded = (state.detectors as readonly Uint8Array[]).map((bytes) => {
    const room = new Uint8Array(FORMER_ROOM)
    room.set(bytes.subarray(0, FORMER_USED))
    return room
  })
  return {
    ...state,
    version: 3,
    detectors: padded,
    watches: places.map((place) => ({ ...watches.at(place) })),
    quiet: places.map((place) => ({ ...quiet.at(place) })),
  }
}

it.each([
  ['a second', 1000, createPlainStore],
  ['a minute', 60_000, createPackedStore],
])('goes on from a state of version 3, with a value each %s', (_, stepMs, createStore) => {
  const options = { stepMs, pvalue: 0.99, cvalue: 5 }
  const open = (state?: LiveState, store = createStore) => createLiveDetector(options, state, undefined, store)
  const rows = simulate(900, stepMs)
  const former = open(undefined, createPlainStore)
  former.addSeries(NAMES.map((name) => ({ key: parseSeriesName(name), type: undefined })))
  expect(former.push(slice(rows, 0, 600)).changed).toEqual([])
  const state = toFormer(former.save())
  const { changed } = open(state).push(slice(rows, 600, 900))
  expect(changed).toMatchObject([
    {
      state: 'over',
      period: { start: START + FAULT.from * stepMs, end: START + (FAULT.to - 1) * stepMs, rows: FAULT.to - FAULT.from },
    },
  ])
  expect(changed.map(({ key }) => key)).toEqual(former.push(slice(rows, 600, 900)).changed.map(({ key }) => key))
})

it('continues a fault that version 4 saved: one on an instance, with a list of what was released', () => {
  const options = { stepMs: 1000, pvalue: 0.99, cvalue: 5 }
  const rows = simulate(900, 1000)
  const detector = createLiveDetector(options)
  detector.addSeries(NAMES.map((name) => ({ key: parseSeriesName(name), type: undefined })))
  detector.push(slice(rows, 0, 730))
  const { nearZero: _, ...state } = structuredClone(detector.save())
  const episodes = [...state.episodes].map(([name, [only]]) => {
    const { seriesIds: _ids, downs: _downs, ...former } = only!
    return [name, { ...former, released: [] as string[] }] as const
  })
  expect(episodes).toHaveLength(1)
  const former = { ...state, version: 4, episodes: new Map(episodes) } as unknown as LiveState
  const { changed } = createLiveDetector(options, former).push(slice(rows, 730, 900))
  expect(changed).toEqual(detector.push(slice(rows, 730, 900)).changed)
  expect(changed).toMatchObject([{ state: 'over' }])
})

it('misses a series that version 6 saved, which says nothing of how long it was known', () => {
  const options = { stepMs: 1000, pvalue: 0.99, cvalue: 5 }
  const rows = simulate(400, 1000)
  rows.columns[1]!.fill(Number.NaN, 300)
  const detector = createLiveDetector(options)
  detector.addSeries(NAMES.map((name) => ({ key: parseSeriesName(name), type: undefined })))
  detector.push(slice(rows, 0, 250))
  const state = structuredClone(detector.save())
  const quiet = state.quiet as { length: number; columns: Record<string, unknown> }
  const { firstAt: _first, usualGaps: _gaps, ...columns } = quiet.columns
  const withoutNew = ({ firstAt: _, usualGaps: __, ...former }: LiveState['collector']) => former
  const former = {
    ...state,
    version: 6,
    quiet: { ...quiet, columns },
    collector: withoutNew(state.collector),
    instances: new Map([...state.instances].map(([name, one]) => [name, withoutNew(one)])),
  } as unknown as LiveState
  const { changed } = createLiveDetector(options, former).push(slice(rows, 250, 400))
  expect(changed).toMatchObject([{ key: `silent|a|mem[a]|${START + 300_000}`, state: 'open' }])
  expect(detector.push(slice(rows, 250, 400)).changed).toEqual([])
})

it('takes no state of an earlier version, and none of a later one', () => {
  const options = { stepMs: 1000, pvalue: 0.99, cvalue: 5 }
  const state = createLiveDetector(options).save()
  for (const version of [2, 8]) expect(() => createLiveDetector(options, { ...state, version })).toThrow(RangeError)
})
