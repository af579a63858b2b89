import { expect, it } from 'vitest'
import { createFetchWait } from './fetch-wait.ts'

const minute = 60_000
const margin = 15_000

it('waits a step longer than the latest series usually is, and forgets it within two hours', () => {
  const wait = createFetchWait({ lateMs: 0 })
  wait.note(0, 10 * minute, 11 * minute)
  wait.note(1, 8 * minute, 11 * minute)
  expect(wait.ms(minute, 11 * minute)).toBe(4 * minute + margin)
  wait.note(1, 80 * minute, 81 * minute)
  expect(wait.ms(minute, 81 * minute)).toBe(4 * minute + margin)
  wait.note(1, 150 * minute, 151 * minute)
  expect(wait.ms(minute, 151 * minute)).toBe(2 * minute + margin)
})

it('is whole up to where all series are, without those that are later than usual', () => {
  const wait = createFetchWait({ lateMs: 0 })
  expect(wait.wholeTo(minute, 10 * minute)).toBe(Number.NEGATIVE_INFINITY)
  wait.note(0, 10 * minute, 10 * minute)
  wait.note(1, 9 * minute, 10 * minute)
  expect(wait.wholeTo(minute, 10 * minute)).toBe(9 * minute)
  wait.note(0, 11 * minute, 11 * minute)
  wait.note(0, 12 * minute, 12 * minute)
  expect(wait.wholeTo(minute, 12 * minute)).toBe(12 * minute)
})

it('takes what comes after an outage for no usual lateness, and what it began with until others are noted', () => {
  const wait = createFetchWait({ lateMs: 5 * minute })
  expect(wait.ms(minute, 0)).toBe(6 * minute + margin)
  wait.note(0, 0, 30 * minute)
  expect(wait.ms(minute, 30 * minute)).toBe(6 * minute + margin)
  wait.note(0, 31 * minute, 31 * minute)
  expect(wait.ms(minute, 31 * minute)).toBe(minute + margin)
})

it('waits twenty minutes at most for a service that had long been silent at the beginning', () => {
  expect(createFetchWait({ lateMs: 24 * 60 * minute }).ms(minute, 0)).toBe(21 * minute + margin)
})

it('looks at what was scored before for twenty minutes after series were added', () => {
  const wait = createFetchWait({ lateMs: 0 })
  wait.note(0, 55 * minute, 60 * minute)
  expect(wait.noteFrom(58 * minute, 1, 60 * minute)).toBe(40 * minute)
  expect(wait.noteFrom(30 * minute, 1, 60 * minute)).toBe(30 * minute)
  expect(wait.noteFrom(78 * minute, 1, 80 * minute)).toBe(78 * minute)
  expect(wait.noteFrom(78 * minute, 2, 80 * minute)).toBe(60 * minute)
})

it('waits for the later series of a new project that has samples of the punctual ones only', () => {
  const wait = createFetchWait({ lateMs: 0, newSince: 60 * minute })
  wait.note(0, 60 * minute, 60 * minute)
  expect(wait.ms(minute, 60 * minute)).toBe(21 * minute + margin)
  expect(wait.wholeTo(minute, 60 * minute)).toBe(Number.NEGATIVE_INFINITY)
  wait.note(1, 53 * minute, 60 * minute)
  expect(wait.ms(minute, 61 * minute)).toBe(8 * minute + margin)
  expect(wait.wholeTo(minute, 61 * minute)).toBe(53 * minute)
})
