import { expect, it } from 'vitest'
import { systemClock } from './system-clock.ts'

const HOUR = 3_600_000

/** Timers that keep the process alive. */
const countTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

it('keeps the process alive for a sleep, and for no other timer', async () => {
  const before = countTimers()
  const stops = [systemClock.after(HOUR, () => {}), systemClock.every(HOUR, () => {})]
  expect(countTimers()).toBe(before)
  const leaving = new AbortController()
  const slept = systemClock.sleep(HOUR, leaving.signal)
  expect(countTimers()).toBe(before + 1)
  leaving.abort(new Error('left'))
  expect(countTimers()).toBe(before)
  await expect(slept).rejects.toThrow('left')
  await expect(systemClock.sleep(HOUR, leaving.signal)).rejects.toThrow('left')
  for (const stop of stops) stop()
})

it('calls work once after its time, or again and again, until it is stopped', async () => {
  const calls: string[] = []
  const stopEvery = systemClock.every(1, () => calls.push('every'))
  systemClock.after(1, () => calls.push('stopped'))()
  const { promise, resolve } = Promise.withResolvers<void>()
  systemClock.after(1, resolve)
  await promise
  while (calls.length < 2) await systemClock.sleep(1)
  stopEvery()
  const { length } = calls
  await systemClock.sleep(10)
  expect(calls).toHaveLength(length)
  expect(new Set(calls)).toEqual(new Set(['every']))
})
