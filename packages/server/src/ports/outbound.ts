/** The way to addresses that somebody has typed in. Private, link-local and loopback ones are refused unless the operator allows them. */
export interface Outbound {
  /** As `fetch`; the addresses of the host, and of every redirect, are checked where the connection is made. Rejects with `OutboundError`. */
  fetch(url: string | URL, init?: OutboundInit): Promise<Response>
  /** An address of the host that may be connected to, for clients that are given one. */
  resolve(host: string): Promise<string>
  /** Of all authorities, PEM, for clients that are given a `ca`; undefined where the operator has none besides the well-known ones. */
  readonly certificates: readonly string[] | undefined
  close(): Promise<void>
}

export interface OutboundInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal?: AbortSignal
  /** Until the headers of the answer and between two chunks of its body; default 30 s. */
  readonly timeoutMs?: number
  /** Followed unless 0; default 5. */
  readonly maxRedirects?: number
}

export type OutboundFault = 'refusedAddress' | 'unreachable' | 'timeout' | 'certificate' | 'redirects'

/** In the languages of the page. */
export type OutboundSentence = Readonly<Record<'en' | 'zh-CN', string>>

/** Nothing came back. The message, in English, and the sentence say what to do. */
export class OutboundError extends Error {
  readonly fault: OutboundFault
  readonly sentence: OutboundSentence

  constructor(fault: OutboundFault, message: string | OutboundSentence, options?: ErrorOptions) {
    super(typeof message === 'string' ? message : message.en, options)
    this.sentence = typeof message === 'string' ? { en: message, 'zh-CN': message } : message
    this.name = 'OutboundError'
    this.fault = fault
  }
}
