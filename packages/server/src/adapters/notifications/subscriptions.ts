import type { Subscriber } from '../../ports/notifications.ts'

/** Subscribers of each channel in this process. */
export interface Subscriptions {
  add(channel: string, subscriber: Subscriber): void
  remove(channel: string, subscriber: Subscriber): void
  deliver(channel: string, payload: string): void
  reconnected(): void
}

/** A subscriber that throws does not keep others from receiving the message. */
export function createSubscriptions(onFault: (error: unknown) => void): Subscriptions {
  const byChannel = new Map<string, Set<Subscriber>>()
  const guarded = (call: () => void): void => {
    try {
      call()
    } catch (error) {
      onFault(error)
    }
  }
  return {
    add(channel, subscriber) {
      byChannel.set(channel, (byChannel.get(channel) ?? new Set()).add(subscriber))
    },
    remove: (channel, subscriber) => void byChannel.get(channel)?.delete(subscriber),
    deliver(channel, payload) {
      for (const subscriber of [...(byChannel.get(channel) ?? [])]) guarded(() => subscriber.onMessage(payload))
    },
    reconnected() {
      const all = [...byChannel.values()].flatMap((subscribers) => [...subscribers])
      for (const subscriber of all) guarded(() => subscriber.onReconnect?.())
    },
  }
}
