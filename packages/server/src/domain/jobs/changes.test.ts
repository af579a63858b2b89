import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Notifications, Subscriber } from '../../ports/notifications.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createJobChanges, type JobChanges } from './changes.ts'

const LONG = 600_000
let subscribers: Subscriber[]
let here: JobChanges
let elsewhere: JobChanges
beforeEach(async () => {
  subscribers = []
  here = await createJobChanges({ notifications, log, clock })
  elsewhere = await createJobChanges({ notifications, log, clock })
})

const log = pino({ level: 'silent' })
const clock = createTestClock({ isStill: true })
/** Between two servers, without a database. */
const notifications: Notifications = {
  publish: async (_channel, payload) => {
    for (const subscriber of subscribers) subscriber.onMessage(payload)
  },
  subscribe: async (_channel, subscriber) => {
    subscribers.push(subscriber)
    return async () => {}
  },
  close: async () => {},
}

describe('changes of jobs', () => {
  it('reach all waiters of that job, on other servers too, and nobody else', async () => {
    const told: string[] = []
    const wait = (changes: JobChanges, who: string, job: string) =>
      changes.next(job, LONG).then(() => void told.push(who))
    const waiting = [wait(here, 'here', 'a'), wait(here, 'here again', 'a'), wait(elsewhere, 'elsewhere', 'a')]
    void wait(here, 'another job', 'b')
    elsewhere.announce('a')
    await Promise.all(waiting)
    expect(told.sort()).toEqual(['elsewhere', 'here', 'here again'])
  })

  it('make all waiters check for themselves after the connection was lost', async () => {
    const waiting = [here.next('a', LONG), here.next('b', LONG)]
    for (const subscriber of subscribers) subscriber.onReconnect?.()
    await Promise.all(waiting)
  })

  it('release waiters whose time is over or who have gone', async () => {
    const late = here.next('a', 1000)
    await clock.advance(1000)
    await late
    const gone = new AbortController()
    const waiting = here.next('a', LONG, gone.signal)
    gone.abort()
    await waiting
  })
})
