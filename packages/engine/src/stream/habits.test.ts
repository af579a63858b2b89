import { describe, expect, it } from 'vitest'
import { localClock } from '../series/local-clock.ts'
import { createArena } from '../stats/arena.ts'
import { type BitReader, createBitReader } from '../stats/bit-reader.ts'
import { createBitWriter } from '../stats/bit-writer.ts'
import { createHabits, type Habits } from './habits.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 5)

const open = () => createHabits(createArena(new ArrayBuffer(4096)), localClock('UTC'))

/** Lets time pass, in which a job goes so far at some times of each day. */
function live(
  habits: Habits,
  { from, to }: { from: number; to: number },
  job: (ofDay: number, day: number) => number = () => 0,
): Habits {
  for (let time = START + from; time < START + to; time += 15 * MINUTE) {
    habits.learnDeviation(time, 1, 1)
    const distance = job((time - START) % DAY, Math.floor((time - START) / DAY))
    if (distance > 0) habits.learnDistance(time, 1, distance)
  }
  return habits
}

function readerOf(words: Uint32Array): BitReader {
  const reader = createBitReader()
  reader.start(words, 0)
  return reader
}

describe('createHabits', () => {
  const nightly = (ofDay: number): number => (ofDay === 2 * HOUR ? 40 : 0)
  const at = (days: number, hours: number): number => START + days * DAY + hours * HOUR

  it('knows how far a series went around the same time of the day, on that side', () => {
    const habits = live(open(), { from: 0, to: 2 * DAY }, nightly)
    expect([1.5, 2, 2.5].map((hours) => habits.distance(at(2, hours), 1))).toEqual([40, 40, 40])
    expect([1, 3, 14].map((hours) => habits.distance(at(2, hours), 1))).toEqual([0, 0, 0])
    expect(habits.distance(at(2, 2), -1)).toBe(0)
  })

  it('knows a job of each hour at each hour, once it has run in three', () => {
    const hourly = (ofDay: number): number => (ofDay % HOUR === 0 && ofDay < 3 * HOUR ? 7 : 0)
    const habits = live(open(), { from: 0, to: 1.5 * DAY }, hourly)
    expect(habits.distance(at(1, 15), 1)).toBe(7)
    expect(habits.distance(at(1, 15.25), 1)).toBe(0)
  })

  it('expects on the first day at any time what has been at one', () => {
    const habits = live(open(), { from: 0, to: 6 * HOUR }, nightly)
    expect(habits.distance(at(0, 20), 1)).toBe(40)
  })

  it('forgets a distance that is not reached any more, by half a day in the first week and by a thirtieth later', () => {
    const habits = live(open(), { from: 0, to: 3 * DAY }, (ofDay, day) => (day === 0 ? nightly(ofDay) : 0))
    expect(habits.distance(at(3, 2), 1)).toBeCloseTo(10)
    const later = live(open(), { from: 0, to: 16 * DAY }, (ofDay, day) => (day === 8 ? nightly(ofDay) : 0))
    expect(later.distance(at(16, 2), 1)).toBeCloseTo(40 * 0.97 ** 7, 4)
  })

  it('takes a fault for usual when half a day has passed', () => {
    const habits = live(open(), { from: 0, to: 2 * DAY })
    habits.learnFault(at(2, 0), 1, 30)
    expect(habits.distance(at(2, 0.5), 1)).toBe(0)
    live(habits, { from: 2 * DAY, to: 2.6 * DAY })
    expect(habits.distance(at(3, 0), 1)).toBe(30)
  })

  it('keeps the deviation of each hour, to which nothing far off adds more than three', () => {
    const habits = open()
    for (let time = START; time < START + 30 * DAY; time += 5 * MINUTE) {
      const hour = Math.floor((time - START) / HOUR) % 24
      habits.learnDeviation(time, hour === 20 ? 8 : 2, 1)
    }
    expect(habits.deviation(at(30, 20))).toBeGreaterThan(5)
    expect(habits.deviation(at(30, 4))).toBeCloseTo(2, 1)
    expect(habits.age(at(30, 0))).toBe(30 * DAY)
  })

  it('follows a change of the time zone: a job stays where it was in time', () => {
    const inZone = createHabits(createArena(new ArrayBuffer(4096)), localClock('Asia/Shanghai'))
    const out = createBitWriter()
    const before = live(open(), { from: 0, to: 3 * DAY }, nightly)
    before.learnFault(at(3, 0), 1, 12)
    before.pack(out)
    inZone.unpack(readerOf(out.end()))
    inZone.convertFrom(localClock('UTC'))
    expect([1, 2, 3].map((hours) => inZone.distance(at(3, hours), 1))).toEqual([0, 40, 0])
    expect(inZone.age(at(3, 0))).toBe(3 * DAY)
    expect(inZone.deviation(at(3, 2))).toBeCloseTo(1)
  })

  it('goes on from a packed state, and packs to the same again', () => {
    const habits = live(open(), { from: 0, to: 4 * DAY }, nightly)
    habits.learnSpreads(-1, 3.5)
    habits.learnFault(at(4, 0), -1, 12)
    const pack = (one: Habits): Uint32Array => {
      const out = createBitWriter()
      one.pack(out)
      return out.end().slice()
    }
    const words = pack(habits)
    const restored = open()
    restored.unpack(readerOf(words))
    expect(pack(restored)).toEqual(words)
    expect(restored.distance(at(4, 2), 1)).toBeCloseTo(habits.distance(at(4, 2), 1), 1)
    expect([restored.spreads(-1), restored.spreads(1)]).toEqual([Math.fround(habits.spreads(-1)), 0])
  })
})
