import type { DeliveryFailure } from '../schema/delivery-failure.ts'
import type { AlertMessage, IntegrationProvider } from '../schema/wire-types.ts'

/** Services that alerts are sent to by a request; mail goes by `MailSender`. */
export type ChannelProvider = Exclude<IntegrationProvider, 'email'>

/** What an integration keeps sealed. */
export interface ChannelSecrets {
  /** The address of a webhook, or the routing key. */
  readonly serviceKey: string
  /** Where a key is used, instead of the provider's own address. */
  readonly endpoint?: string
  /** Of a webhook: signs the bodies. */
  readonly signingSecret?: string
}

/** One alert for one integration. The ids stay the same over all attempts. */
export interface AlertOrder {
  readonly deliveryId: string
  readonly alertId: string
  readonly message: AlertMessage
  readonly locale: 'en' | 'zh-CN'
  /** The page about it; undefined where the server does not know its own address. */
  readonly link: string | undefined
  /** Epoch milliseconds. */
  readonly now: number
}

export type ChannelOutcome =
  | { readonly kind: 'sent' }
  /** Trying again may help. */
  | { readonly kind: 'retry'; readonly failure: DeliveryFailure; readonly retryAfterMs?: number | undefined }
  /** This alert was refused for good. */
  | { readonly kind: 'refused'; readonly failure: DeliveryFailure }
  /** There is nothing left to say, as what it is about is over. */
  | { readonly kind: 'needless'; readonly failure: DeliveryFailure }
  /** The address wants no more at all. */
  | { readonly kind: 'gone'; readonly failure: DeliveryFailure }

export interface AlertChannel {
  /** What people tell integrations apart by, without the secret. Throws `ChannelKeyError` where the key cannot be one. */
  describe(secrets: ChannelSecrets): string
  /** Never rejects but with the reason of the signal. */
  send(order: AlertOrder, secrets: ChannelSecrets, signal: AbortSignal): Promise<ChannelOutcome>
}

export type AlertChannels = Readonly<Record<ChannelProvider, AlertChannel>>

/** What was typed in cannot be a key or an address of the service. */
export class ChannelKeyError extends Error {
  readonly field: 'serviceKey' | 'endpoint'
  /** For a person. */
  readonly sentence: { readonly en: string; readonly 'zh-CN': string }

  constructor(field: ChannelKeyError['field'], sentence: ChannelKeyError['sentence']) {
    super(sentence.en)
    this.name = 'ChannelKeyError'
    this.field = field
    this.sentence = sentence
  }
}
