// Every browser and Node have these; the engine is compiled without the types of either.
declare const TextEncoder: new () => {
  encode(text: string): Uint8Array
  encodeInto(text: string, into: Uint8Array): { written: number }
}
declare const TextDecoder: new (
  encoding: string,
  options: { ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string }

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of a part of UTF-8; what is damaged becomes U+FFFD. */
export const utf8Text = (bytes: Uint8Array, from: number, to: number): string =>
  decoder.decode(bytes.subarray(from, to))

export const utf8Length = (text: string): number => encoder.encode(text).length

/** A line as UTF-8, in memory that the next line takes over. */
export type Utf8Line = {
  /** Takes a line, and returns how many bytes it has. */
  put(line: string): number
  bytes(): Uint8Array
  /** How many characters stand in these bytes, which begin and end with a character. */
  countChars(from: number, to: number): number
}

export function createUtf8Line(): Utf8Line {
  let bytes = new Uint8Array(1024)
  let isAscii = true
  return {
    put(line) {
      if (line.length * 3 > bytes.length) bytes = new Uint8Array(line.length * 3)
      const { written } = encoder.encodeInto(line, bytes)
      isAscii = written === line.length
      return written
    },
    bytes: () => bytes,
    countChars: (from, to) => (isAscii ? to - from : utf8Text(bytes, from, to).length),
  }
}
