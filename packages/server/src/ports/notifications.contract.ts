import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { MAX_PAYLOAD_BYTES, type Notifications } from './notifications.ts'

export interface NotificationsUnderTest {
  readonly notifications: Notifications
  readonly db: Database
  close(): Promise<void>
}

/** The contract of notifications. `open` returns another instance on the same database each time. */
export function notificationsContract(name: string, open: () => Promise<NotificationsUnderTest>): void {
  describe(`${name} for notifications`, () => {
    let opened: NotificationsUnderTest
    beforeEach(async () => {
      opened = await open()
    }, 60_000)
    afterEach(() => opened.close())

    async function listen(channel: string): Promise<{ messages: string[]; stop(): Promise<void> }> {
      const messages: string[] = []
      const stop = await opened.notifications.subscribe(channel, {
        onMessage: (payload) => void messages.push(payload),
      })
      return { messages, stop }
    }

    it('delivers to every subscriber of the channel in the order of publishing', async () => {
      const { notifications } = opened
      const [one, two, other] = [await listen('first'), await listen('first'), await listen('second')]
      for (const payload of ['a', 'b', 'c']) await notifications.publish('first', payload)
      await expect.poll(() => one.messages).toEqual(['a', 'b', 'c'])
      await expect.poll(() => two.messages).toEqual(['a', 'b', 'c'])
      expect(other.messages).toEqual([])
    })

    it('publishes with a transaction only when it commits', async () => {
      const { notifications, db } = opened
      const { messages } = await listen('transactions')
      const rolledBack = db.transaction(async (tx) => {
        await notifications.publish('transactions', 'rolled back', tx)
        throw new Error('no')
      })
      await expect(rolledBack).rejects.toThrow('no')
      await db.transaction(async (tx) => {
        await notifications.publish('transactions', 'committed', tx)
      })
      await expect.poll(() => messages).toEqual(['committed'])
    })

    it('delivers nothing after the subscription has ended, and the other subscriber still gets it', async () => {
      const [ended, other] = [await listen('ending'), await listen('ending')]
      await ended.stop()
      await opened.notifications.publish('ending', 'after')
      await expect.poll(() => other.messages).toEqual(['after'])
      expect(ended.messages).toEqual([])
    })

    it('delivers to a channel that was left and subscribed to again', async () => {
      await (await listen('again')).stop()
      const { messages } = await listen('again')
      await opened.notifications.publish('again', 'here')
      await expect.poll(() => messages).toEqual(['here'])
    })

    it('keeps delivering when a subscriber throws', async () => {
      await opened.notifications.subscribe('throwing', {
        onMessage: () => {
          throw new Error('a subscriber fails')
        },
      })
      const { messages } = await listen('throwing')
      await opened.notifications.publish('throwing', 'still')
      await expect.poll(() => messages).toEqual(['still'])
    })

    it('carries the longest payload, and refuses a longer one by name', async () => {
      const { messages } = await listen('long')
      await opened.notifications.publish('long', 'é'.repeat(MAX_PAYLOAD_BYTES >> 1))
      await expect.poll(() => messages[0]?.length).toBe(MAX_PAYLOAD_BYTES >> 1)
      await expect(opened.notifications.publish('long', 'é'.repeat(4000))).rejects.toThrow(RangeError)
    })
  })
}
