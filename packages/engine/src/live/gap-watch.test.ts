import { describe, expect, it } from 'vitest'
import type { SeriesKey } from '../series/frame.ts'
import { localClock, timeOfLocal } from '../series/local-clock.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createPlainStore } from '../stream/detector-store.ts'
import { collectFindingChanges } from './finding-changes.ts'
import { createGapReports } from './gap-reports.ts'
import { createGapWatch } from './gap-watch.ts'
import { END_MARK, NO_NUMBER_MARK } from './live-marks.ts'
import type { LiveFinding, LiveState } from './live-state.ts'
import { emptyQuiet } from './watch-silence.ts'
import { openWatchedSeries, type WatchedInstance } from './watched-series.ts'

declare function structuredClone<T>(value: T): T

const START = Date.UTC(2026, 2, 2)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const GAP = Number.NaN

/** The cell of a series at a time after `START`; 1 if it is undefined. */
type CellAt = (id: string, at: number) => number | undefined

type Watching = { stepMs?: number; timeZone?: string; toMs: number; restartAt?: number }

/** Watches series until a time; returns the reported gaps with the time after `START` at which each was reported, and its last state. */
function watchGaps(names: readonly string[], cellAt: CellAt, { stepMs = MINUTE, timeZone, toMs, restartAt }: Watching) {
  const open = (state?: LiveState) => {
    const watched = openWatchedSeries(state, createPlainStore, timeZone)
    if (state === undefined) for (const name of names) watched.add({ key: parseSeriesName(name), type: 'gauge' })
    const instances = new Map<string, WatchedInstance & { members: number[]; keys: SeriesKey[] }>()
    for (const [place, key] of watched.keys.entries()) {
      const quiet = state?.instances.get(key.instance) ?? emptyQuiet()
      const instance = instances.get(key.instance) ?? { name: key.instance, members: [], keys: [], quiet }
      instance.members.push(place)
      instance.keys.push(key)
      instances.set(key.instance, instance)
    }
    const reports = createGapReports(stepMs, state?.gaps)
    const watch = createGapWatch({ stepMs, clock: localClock(timeZone), watched, instances, reports }, state)
    const save = () =>
      structuredClone({
        version: 7,
        options: { stepMs, pvalue: 0.99, cvalue: 5, timeZone },
        ...watched.save(),
        ...watch.save(),
        gaps: reports.save(),
        instances: new Map([...instances].map(([name, { quiet }]) => [name, quiet])),
      }) as unknown as LiveState
    return { ...watch, save }
  }
  let watch = open()
  const standing = new Map<string, { name: string; at: number; state: LiveFinding['state'] }>()
  for (let at = 0; at < toMs; at += stepMs) {
    if (at === restartAt) watch = open(watch.save())
    const time = START + at
    const columns = names.map((name) => Float64Array.of(cellAt(name, at) ?? 1))
    const changes = collectFindingChanges()
    const place = { row: Math.round(time / stepMs), time, steps: 1 }
    watch.takeRow({ times: Float64Array.of(time), columns }, 0, place, changes)
    const { changed, removed } = changes.end()
    for (const key of removed) standing.delete(key)
    for (const { key, state } of changed)
      standing.set(key, { name: key.replace(/\|\d+$/, ''), at: standing.get(key)?.at ?? at, state })
  }
  return [...standing.values()].map(({ name, at, state }) => ({ name, at, state }))
}

const within = (at: number, from: number, to: number): boolean => at >= from && at < to
const NAMES = ['cpu[a]', 'mem[a]', 'cpu[b]', 'mem[b]']

describe('a gap that recurs at its time of day', () => {
  /** A backup stops memory on b each night at three for 40 minutes, or for as long as is said. */
  const nightly =
    (durationOf: (day: number) => number = () => 40 * MINUTE): CellAt =>
    (id, at) => {
      const day = Math.floor(at / DAY)
      const jitter = ((day * 7) % 11) * MINUTE
      const begin = 3 * HOUR + jitter
      return id === 'mem[b]' && within(at % DAY, begin, begin + durationOf(day)) ? GAP : undefined
    }

  it('is reported in the first two nights, and expected from then on', () => {
    const found = watchGaps(NAMES, nightly(), { stepMs: 2 * MINUTE, toMs: 21 * DAY })
    expect(found.map(({ name, at }) => [name, Math.floor(at / DAY)])).toEqual([
      ['silent|b|mem[b]', 0],
      ['silent|b|mem[b]', 1],
    ])
  })

  it('is reported if it is much longer, once that is so', () => {
    const found = watchGaps(
      NAMES,
      nightly((day) => (day === 9 ? 5 : 1) * 40 * MINUTE),
      { stepMs: 2 * MINUTE, toMs: 12 * DAY },
    )
    expect(found.map(({ at }) => Math.floor(at / DAY))).toEqual([0, 1, 9])
    expect(found[2]!.at - 9 * DAY - 3 * HOUR).toBeGreaterThan(60 * MINUTE)
    expect(found[2]!.at - 9 * DAY - 3 * HOUR).toBeLessThan(80 * MINUTE)
  })

  it('is reported at another time of day', () => {
    const night = nightly()
    const found = watchGaps(
      NAMES,
      (id, at) => (id === 'mem[b]' && within(at, 9.5 * DAY, 9.5 * DAY + 20 * MINUTE) ? GAP : night(id, at)),
      { stepMs: 2 * MINUTE, toMs: 11 * DAY },
    )
    expect(found.map(({ at }) => Math.floor(at / DAY))).toEqual([0, 1, 9])
  })

  it('is the same one after the clocks were changed', () => {
    const timeZone = 'Europe/Berlin'
    const clock = localClock(timeZone)
    const found = watchGaps(
      NAMES,
      (id, at) => (id === 'mem[b]' && within(clock(START + at) % DAY, 4 * HOUR, 4.5 * HOUR) ? GAP : undefined),
      { stepMs: 2 * MINUTE, toMs: 31 * DAY, timeZone },
    )
    expect(clock(START + 30 * DAY) - clock(START)).toBe(30 * DAY + HOUR)
    expect(timeOfLocal(clock, clock(START))).toBe(START)
    expect(found.map(({ at }) => Math.floor(at / DAY))).toEqual([0, 1])
  })

  it('is expected in the third week if it comes once a week, of an instance and of the collector as well', () => {
    const found = watchGaps(
      NAMES,
      (id, at) => {
        const inWeek = at % (7 * DAY)
        if (within(inWeek, 2 * DAY, 2 * DAY + HOUR)) return GAP
        return id.endsWith('[b]') && within(inWeek, 5 * DAY, 5 * DAY + HOUR) ? GAP : undefined
      },
      { stepMs: 5 * MINUTE, toMs: 28 * DAY },
    )
    expect(found.map(({ name, at }) => [name, Math.floor(at / DAY)])).toEqual([
      ['collector', 2],
      ['silent|b', 5],
      ['collector', 9],
      ['silent|b', 12],
    ])
  })

  it('stays known over a restart', () => {
    const options = { stepMs: 5 * MINUTE, toMs: 5 * DAY, restartAt: 2.5 * DAY }
    expect(watchGaps(NAMES, nightly(), options)).toHaveLength(2)
  })
})

describe('a series whose sender says that it ends', () => {
  const ended =
    (isOf: (id: string) => boolean): CellAt =>
    (id, at) => {
      if (!isOf(id) || at < 3 * HOUR) return undefined
      return at === 3 * HOUR + MINUTE ? END_MARK : GAP
    }

  it('is not silent, nor is its instance', () => {
    expect(
      watchGaps(
        NAMES,
        ended((id) => id === 'mem[b]'),
        { toMs: 5 * HOUR },
      ),
    ).toEqual([])
    expect(
      watchGaps(
        NAMES,
        ended((id) => id.endsWith('[b]')),
        { toMs: 5 * HOUR },
      ),
    ).toEqual([])
    const restartAt = 3 * HOUR + 2 * MINUTE
    expect(
      watchGaps(
        NAMES,
        ended((id) => id.endsWith('[b]')),
        { toMs: 5 * HOUR, restartAt },
      ),
    ).toEqual([])
  })

  it('is over if it was reported as silent before', () => {
    const late: CellAt = (id, at) => {
      if (!id.endsWith('[b]') || at < 3 * HOUR) return undefined
      return at === 3.5 * HOUR ? END_MARK : GAP
    }
    expect(watchGaps(NAMES, late, { toMs: 5 * HOUR })).toEqual([
      { name: 'silent|b', at: 3 * HOUR + 2 * MINUTE, state: 'over' },
    ])
  })

  it('is silent when it has come back and stops without saying so', () => {
    const end = ended((id) => id === 'mem[b]')
    const again: CellAt = (id, at) => (within(at, 3.5 * HOUR, 4 * HOUR) ? undefined : end(id, at))
    expect(watchGaps(NAMES, again, { toMs: 5 * HOUR })).toEqual([
      { name: 'silent|b|mem[b]', at: 4 * HOUR + 2 * MINUTE, state: 'open' },
    ])
  })

  it('leaves a project without any data, which is reported', () => {
    expect(
      watchGaps(
        NAMES,
        ended(() => true),
        { toMs: 5 * HOUR },
      ),
    ).toEqual([{ name: 'collector', at: 3 * HOUR + 2 * MINUTE, state: 'open' }])
  })
})

it('does not call a series silent that sends what is no number', () => {
  const cellAt: CellAt = (id, at) => (id === 'mem[b]' && at >= 3 * HOUR ? NO_NUMBER_MARK : undefined)
  expect(watchGaps(NAMES, cellAt, { toMs: 5 * HOUR })).toEqual([])
})

it('misses a series that was seen for an hour, no younger one', () => {
  const silentSince =
    (since: number): CellAt =>
    (id, at) =>
      id === 'mem[b]' && at >= since ? GAP : undefined
  expect(watchGaps(NAMES, silentSince(50 * MINUTE), { toMs: 5 * HOUR })).toEqual([])
  expect(watchGaps(NAMES, silentSince(61 * MINUTE), { toMs: 5 * HOUR })).toEqual([
    { name: 'silent|b|mem[b]', at: 63 * MINUTE, state: 'open' },
  ])
})

describe('an instance that ends without a word', () => {
  /** When instances send: from the one time, to the other. */
  const living =
    (spans: Readonly<Record<string, readonly [number, number]>>): CellAt =>
    (id, at) => {
      const [from, to] = spans[/\[(.*?)\]/.exec(id)![1]!] ?? [0, Number.POSITIVE_INFINITY]
      return within(at, from, to) ? undefined : GAP
    }
  const forever = Number.POSITIVE_INFINITY
  const namesOf = (...instances: readonly string[]): string[] =>
    instances.flatMap((instance) => [`cpu[${instance}][shop]`, `mem[${instance}][shop]`])

  it.each([
    [
      'a pod that a new one has replaced before it ended',
      'shop-7d9f8c6b5d-x2x4z',
      'shop-5b8c7d9f6c-k8s2v',
      [2 * DAY - 4 * MINUTE, forever],
    ],
    [
      'a pod that a new one replaces a minute later',
      'shop-7d9f8c6b5d-x2x4z',
      'shop-5b8c7d9f6c-k8s2v',
      [2 * DAY + MINUTE, forever],
    ],
    ['a pod of which others go on', 'shop-7d9f8c6b5d-x2x4z', 'shop-7d9f8c6b5d-q8v5n', [0, forever]],
    ['an address that another one has replaced', '10.1.2.3:8080', '10.1.9.9:8080', [2 * DAY - MINUTE, forever]],
  ] as const)('is no finding: %s', (_, ends, other, span) => {
    const spans = { [ends]: [0, 2 * DAY], [other]: span } as const
    expect(watchGaps(namesOf('gateway', ends, other), living(spans), { toMs: 2.5 * DAY })).toEqual([])
  })

  it.each([
    ['a host of which others go on', 'node4', 'node5', [0, forever], 2],
    ['a host beside which another one began', 'node4', 'node5', [2 * DAY - MINUTE, forever], 2],
    ['an address of which others go on', '10.1.2.3:9100', '10.1.2.4:9100', [0, forever], 2],
    ['the last pod of its kind, after two minutes', 'shop-7d9f8c6b5d-x2x4z', 'cart-5b8c7d9f6c-k8s2v', [0, forever], 2],
  ] as const)('is a finding: %s', (_, ends, other, span, minutes) => {
    const spans = { [ends]: [0, 2 * DAY], [other]: span } as const
    expect(watchGaps(namesOf('gateway', ends, other), living(spans), { toMs: 2.5 * DAY })).toEqual([
      { name: `silent|${ends}`, at: 2 * DAY + minutes * MINUTE, state: 'open' },
    ])
  })

  it('is no finding if it was short-lived under any name, and one with the same metrics began', () => {
    const spans = { blue: [0, 5 * HOUR], green: [5 * HOUR - MINUTE, forever] } as const
    expect(watchGaps(namesOf('gateway', 'blue', 'green'), living(spans), { toMs: 8 * HOUR })).toEqual([])
    const others = [...namesOf('gateway', 'blue'), 'disk[green][shop]', 'io[green][shop]']
    expect(watchGaps(others, living(spans), { toMs: 8 * HOUR })).toMatchObject([{ name: 'silent|blue' }])
  })

  it('is a finding that is over when another one replaces it later', () => {
    const names = namesOf('gateway', 'shop-7d9f8c6b5d-x2x4z', 'shop-5b8c7d9f6c-k8s2v')
    const spans = { 'shop-7d9f8c6b5d-x2x4z': [0, DAY], 'shop-5b8c7d9f6c-k8s2v': [DAY + HOUR, forever] } as const
    expect(watchGaps(names, living(spans), { toMs: 1.5 * DAY })).toEqual([
      { name: 'silent|shop-7d9f8c6b5d-x2x4z', at: DAY + 2 * MINUTE, state: 'over' },
    ])
  })

  it('is no finding if a single instance is replaced: neither the first nor one of its series is missed', () => {
    const names = namesOf('shop-7d9f8c6b5d-x2x4z', 'shop-5b8c7d9f6c-k8s2v')
    const spans = { 'shop-7d9f8c6b5d-x2x4z': [0, DAY], 'shop-5b8c7d9f6c-k8s2v': [DAY - 2 * MINUTE, forever] } as const
    expect(watchGaps(names, living(spans), { toMs: 1.5 * DAY })).toEqual([])
  })

  it('holds for series that have pods among their labels', () => {
    const pod = (name: string) => `memory{pod="${name}"}[node1]`
    const [first, second] = [pod('shop-7d9f8c6b5d-x2x4z'), pod('shop-5b8c7d9f6c-k8s2v')]
    const cellAt: CellAt = (id, at) => {
      if (id === first) return at < DAY ? undefined : GAP
      return id === second && at < DAY + MINUTE ? GAP : undefined
    }
    expect(watchGaps(['cpu[node1]', 'cpu[node2]', first, second], cellAt, { toMs: 1.5 * DAY })).toEqual([])
    expect(watchGaps(['cpu[node1]', 'cpu[node2]', first], cellAt, { toMs: 1.5 * DAY })).toEqual([
      { name: `silent|node1|${first}`, at: DAY + 2 * MINUTE, state: 'open' },
    ])
  })
})
