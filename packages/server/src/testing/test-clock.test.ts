import { describe, expect, it } from 'vitest'
import { eventually } from './eventually.ts'
import { createTestClock } from './test-clock.ts'

const STARTS_AT = Date.UTC(2026, 10, 20)
const still = () => createTestClock({ isStill: true, startsAt: STARTS_AT })

describe('a still clock', () => {
  it('moves only if it is advanced', async () => {
    const clock = still()
    expect(clock.now()).toBe(STARTS_AT)
    void clock.advance(10)
    expect(clock.now()).toBe(STARTS_AT + 10)
    expect(clock.monotonic() - STARTS_AT).toBe(10)
  })

  it('fires timers in order of their due times, with promises settled in between', async () => {
    const clock = still()
    const events: string[] = []
    clock.after(30, () => events.push('30'))
    clock.after(10, async () => {
      events.push('10')
      await Promise.resolve()
      events.push('after 10')
    })
    clock.sleep(20).then(() => events.push('slept 20'))
    await clock.advance(29)
    expect(events).toEqual(['10', 'after 10', 'slept 20'])
    await clock.advance(1)
    expect(events.at(-1)).toBe('30')
    expect(clock.nextDueAt()).toBeUndefined()
  })

  it('fires an interval once for a jump, and each time while time passes', async () => {
    const clock = still()
    const times: number[] = []
    const stop = clock.every(100, () => times.push(clock.now() - STARTS_AT))
    await clock.advance(250)
    expect(times).toEqual([250])
    await clock.pass(300)
    expect(times).toEqual([250, 350, 450, 550])
    stop()
    stop()
    await clock.pass(300)
    expect(times).toHaveLength(4)
  })

  it('fires timers that were set while time passes', async () => {
    const clock = still()
    const times: number[] = []
    const again = (): void => {
      times.push(clock.now() - STARTS_AT)
      clock.after(40, again)
    }
    clock.after(40, again)
    await clock.pass(100)
    expect(times).toEqual([40, 80])
    expect(clock.now()).toBe(STARTS_AT + 100)
  })

  it('ends a sleep when its signal is aborted', async () => {
    const clock = still()
    const ending = new AbortController()
    const slept = clock.sleep(10, ending.signal)
    ending.abort(new Error('left'))
    await expect(slept).rejects.toThrow('left')
    await expect(clock.sleep(10, ending.signal)).rejects.toThrow('left')
    expect(clock.nextDueAt()).toBeUndefined()
  })
})

it('a clock that is not still runs with the real time, as do its timers, however far it is advanced', async () => {
  const clock = createTestClock()
  const begun = clock.now()
  let isOver = false
  const stop = clock.after(3_600_000, () => {
    isOver = true
  })
  await clock.advance(3_600_000)
  await clock.sleep(5)
  expect(isOver).toBe(false)
  stop()
  expect(clock.now() - begun).toBeGreaterThanOrEqual(3_600_000)
})

it('a still clock follows the real time once it is let run', async () => {
  const clock = still()
  const slept = clock.sleep(5)
  clock.run()
  await slept
  await clock.sleep(5)
  expect(clock.now()).toBeGreaterThanOrEqual(STARTS_AT + 10)
})

describe('eventually', () => {
  it('advances the clock until the probe holds', async () => {
    const clock = still()
    let count = 0
    clock.every(1000, () => count++)
    const result = await eventually({ clock }, () => {
      expect(count).toBe(5)
      return 'five'
    })
    expect(result).toBe('five')
    expect(clock.now()).toBe(STARTS_AT + 5000)
  })

  it('advances the clock no further than it may, and throws the last error', async () => {
    const clock = still()
    let count = 0
    clock.every(1000, () => count++)
    const waited = eventually({ clock }, () => expect(count).toBe(5), { withinMs: 3500, patienceMs: 100 })
    await expect(waited).rejects.toThrow('expected 3 to be 5')
    expect(clock.now()).toBe(STARTS_AT + 3000)
  })
})
