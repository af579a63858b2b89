import { expect, it } from 'vitest'
import { createFetchWait } from './fetch-wait.ts'

const MINUTE = 60_000
const MARGIN = 15_000

it('waits a step longer than the latest series usually is, and forgets it within two hours', () => {
  const wait = createFetchWait({ lateMs: 0 })
  wait.note(0, 10 * MINUTE, 11 * MINUTE)
  wait.note(1, 8 * MINUTE, 11 * MINUTE)
  expect(wait.ms(MINUTE, 11 * MINUTE)).toBe(4 * MINUTE + MARGIN)
  wait.note(1, 80 * MINUTE, 81 * MINUTE)
  expect(wait.ms(MINUTE, 81 * MINUTE)).toBe(4 * MINUTE + MARGIN)
  wait.note(1, 150 * MINUTE, 151 * MINUTE)
  expect(wait.ms(MINUTE, 151 * MINUTE)).toBe(2 * MINUTE + MARGIN)
})

it('is whole up to where all series are, without those that are later than usual', () => {
  const wait = createFetchWait({ lateMs: 0 })
  expect(wait.wholeTo(MINUTE, 10 * MINUTE)).toBe(Number.NEGATIVE_INFINITY)
  wait.note(0, 10 * MINUTE, 10 * MINUTE)
  wait.note(1, 9 * MINUTE, 10 * MINUTE)
  expect(wait.wholeTo(MINUTE, 10 * MINUTE)).toBe(9 * MINUTE)
  wait.note(0, 11 * MINUTE, 11 * MINUTE)
  wait.note(0, 12 * MINUTE, 12 * MINUTE)
  expect(wait.wholeTo(MINUTE, 12 * MINUTE)).toBe(12 * MINUTE)
})

it('takes what comes after an outage for no usual lateness, and what it began with until others are noted', () => {
  const wait = createFetchWait({ lateMs: 5 * MINUTE })
  expect(wait.ms(MINUTE, 0)).toBe(6 * MINUTE + MARGIN)
  wait.note(0, 0, 30 * MINUTE)
  expect(wait.ms(MINUTE, 30 * MINUTE)).toBe(6 * MINUTE + MARGIN)
  wait.note(0, 31 * MINUTE, 31 * MINUTE)
  expect(wait.ms(MINUTE, 31 * MINUTE)).toBe(MINUTE + MARGIN)
})

it('waits twenty minutes at most for a service that had long been silent at the beginning', () => {
  expect(createFetchWait({ lateMs: 24 * 60 * MINUTE }).ms(MINUTE, 0)).toBe(21 * MINUTE + MARGIN)
})

it('looks at what was scored before for twenty minutes after series were added', () => {
  const wait = createFetchWait({ lateMs: 0 })
  wait.note(0, 55 * MINUTE, 60 * MINUTE)
  expect(wait.noteFrom(58 * MINUTE, 1, 60 * MINUTE)).toBe(40 * MINUTE)
  expect(wait.noteFrom(30 * MINUTE, 1, 60 * MINUTE)).toBe(30 * MINUTE)
  expect(wait.noteFrom(78 * MINUTE, 1, 80 * MINUTE)).toBe(78 * MINUTE)
  expect(wait.noteFrom(78 * MINUTE, 2, 80 * MINUTE)).toBe(60 * MINUTE)
})

it('waits for the later series of a new project that has samples of the punctual ones only', () => {
  const wait = createFetchWait({ lateMs: 0, newSince: 60 * MINUTE })
  wait.note(0, 60 * MINUTE, 60 * MINUTE)
  expect(wait.ms(MINUTE, 60 * MINUTE)).toBe(21 * MINUTE + MARGIN)
  expect(wait.wholeTo(MINUTE, 60 * MINUTE)).toBe(Number.NEGATIVE_INFINITY)
  wait.note(1, 53 * MINUTE, 60 * MINUTE)
  expect(wait.ms(MINUTE, 61 * MINUTE)).toBe(8 * MINUTE + MARGIN)
  expect(wait.wholeTo(MINUTE, 61 * MINUTE)).toBe(53 * MINUTE)
})
