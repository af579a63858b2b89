import type { components } from '@omen/sdk/api'

export type SenderCommand = components['schemas']['SenderCommand']

/** Where the ways in answer, and the secret to send with. `api` ends with a slash. */
export interface SenderAddress {
  readonly api: string
  readonly secret: string
  /** The key, sealed for the address of a webhook. */
  readonly hook: string
  /** Where syslog is received, without and with TLS; null where it is not. */
  readonly syslogPort: number | null
  readonly syslogTlsPort: number | null
}
