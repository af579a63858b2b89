/** What is longer is cut: the rest of the message is passed over. More than a line may have, for header and structured data. */
const MAX_MESSAGE_BYTES = 131_072
const MAX_COUNT_DIGITS = 9
const LINE_FEED = 10
const BLANK = 32
const ZERO = 48
const NINE = 57
/** `<`, with which the priority of a message begins. */
const START = 60

export interface SyslogFrames {
  /** The messages that end in this chunk, up to a broken frame. */
  push(chunk: Uint8Array): Uint8Array[]
  /** Why the stream cannot be read any further; undefined while it can. */
  readonly fault: string | undefined
  /** A last message without an end. */
  end(): Uint8Array[]
  /** Whether a message has begun and not ended. */
  readonly isOpen: boolean
}

/**
 * Cuts a stream into messages: each either counted (`83 <34>1 …`) or ended by a line feed, RFC 6587 3.4. Holds 128 KiB at most, however long a message is.
 * What is sent in lines may hold lines that are no messages, as a stack trace does; where lengths are sent, that is a wrong length.
 */
export function createSyslogFrames(): SyslogFrames {
  const held = Buffer.alloc(MAX_MESSAGE_BYTES)
  let length = 0
  /** Bytes of a counted message that are still to come; undefined within one that ends by a line feed, and between two. */
  let awaited: number | undefined
  let digits = ''
  let isLine = false
  /** Whether the message before was counted. */
  let isCounted = false
  let fault: string | undefined

  const keep = (bytes: Uint8Array): void => {
    const room = bytes.subarray(0, MAX_MESSAGE_BYTES - length)
    held.set(room, length)
    length += room.length
  }
  const take = (): Uint8Array[] => {
    const message = Uint8Array.from(held.subarray(0, length))
    length = 0
    isCounted = awaited !== undefined
    awaited = undefined
    isLine = false
    return message.length > 0 ? [message] : []
  }
  /** Reads how the next message is framed; gives where its bytes begin. */
  const begin = (chunk: Uint8Array, at: number): number => {
    const byte = chunk[at]!
    const isDigit = byte >= ZERO && byte <= NINE
    if (digits === '' && (byte === LINE_FEED || byte === BLANK || byte === 0 || byte === 13)) return at + 1
    if (isDigit && digits.length < MAX_COUNT_DIGITS) {
      digits += String.fromCharCode(byte)
      return at + 1
    }
    if (digits === '') {
      if (isCounted && byte !== START) fault = 'a message is longer than the length before it, and was stored cut'
      else isLine = true
      return at
    }
    if (byte !== BLANK) {
      fault = 'a message begins with a number that is not its length'
      return at
    }
    awaited = Number(digits)
    digits = ''
    return at + 1
  }
  return {
    push(chunk) {
      const messages: Uint8Array[] = []
      for (let at = 0; at < chunk.length && fault === undefined; ) {
        if (awaited !== undefined) {
          const part = chunk.subarray(at, at + awaited)
          keep(part)
          awaited -= part.length
          at += part.length
          if (awaited === 0) messages.push(...take())
        } else if (isLine) {
          const end = chunk.indexOf(LINE_FEED, at)
          keep(chunk.subarray(at, end < 0 ? chunk.length : end))
          at = end < 0 ? chunk.length : end + 1
          if (end >= 0) messages.push(...take())
        } else at = begin(chunk, at)
      }
      return messages
    },
    end: () => (isLine ? take() : []),
    get fault() {
      return fault
    },
    get isOpen() {
      return isLine || awaited !== undefined || digits !== ''
    },
  }
}

const MAX_HEADER = 4096
const OMEN_ELEMENT = /\[omen(?:@\d{1,20})?(?: [^\s"\]=]{1,32}="[^"]{0,200}"){0,8}? key="([^"\\\]]{1,200})"/

/** The ingest key in the structured data of a message. */
export function keyOf(message: Uint8Array): string | undefined {
  const start = Buffer.from(message.buffer, message.byteOffset, Math.min(message.length, MAX_HEADER)).toString('latin1')
  return OMEN_ELEMENT.exec(start)?.[1]
}

/** Messages as one body, each with its length before it. */
export function joinFrames(messages: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const parts = messages.flatMap((message) => [Buffer.from(`${message.length} `), message])
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    body.set(part, at)
    at += part.length
  }
  return body
}
