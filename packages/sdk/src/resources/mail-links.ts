import type { CallOptions } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { LinkedIncident, LinkedSubscription } from '../types.ts'

/** What links in mails do; they need no session, only the token that stands in them. */
export interface MailLinks {
  /** The incident that a link acknowledges. Throws `NOT_FOUND` for a link that is not valid or has expired. */
  incident(token: string, options?: CallOptions): Promise<LinkedIncident>
  acknowledge(token: string, options?: CallOptions): Promise<LinkedIncident>
  /** Whether the address of a link receives mail about a project. */
  subscription(token: string, options?: CallOptions): Promise<LinkedSubscription>
  unsubscribe(token: string, options?: CallOptions): Promise<LinkedSubscription>
  /** Undoes `unsubscribe`. */
  subscribeAgain(token: string, options?: CallOptions): Promise<LinkedSubscription>
}

/** The operations of links in mails. */
export function mailLinks({ client, unwrap }: Transport): MailLinks {
  const named = (token: string) => ({ params: { query: { token } } })
  const change = async (token: string, unsubscribed: boolean, options?: CallOptions) =>
    (await unwrap(client.POST('/alert-mail/unsubscribe', { ...named(token), body: { unsubscribed }, ...options })))
      .subscription
  return {
    incident: async (token, options) =>
      (await unwrap(client.GET('/alert-mail/acknowledge', { ...named(token), ...options }))).incident,
    acknowledge: async (token, options) =>
      (await unwrap(client.POST('/alert-mail/acknowledge', { ...named(token), ...options }))).incident,
    subscription: async (token, options) =>
      (await unwrap(client.GET('/alert-mail/unsubscribe', { ...named(token), ...options }))).subscription,
    unsubscribe: (token, options) => change(token, true, options),
    subscribeAgain: (token, options) => change(token, false, options),
  }
}
