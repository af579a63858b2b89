/** Text of `bytes[from, to)`, or undefined where they are not well-formed UTF-8 (RFC 3629: no surrogates, no long forms). */
export function decodeUtf8(bytes: Uint8Array, from: number, to: number): string | undefined {
  const codes: number[] = []
  let text = ''
  for (let at = from; at < to; ) {
    const lead = bytes[at]!
    const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
    if (length === 0 || at + length > to) return undefined
    const code = length === 1 ? lead : decodeSequence(bytes, at, length)
    if (code === undefined) return undefined
    codes.push(code)
    at += length
    if (codes.length === 4096) {
      text += String.fromCodePoint(...codes)
      codes.length = 0
    }
  }
  return text + String.fromCodePoint(...codes)
}

/** Source: RFC 3629. */
const SMALLEST = [0, 0, 0x80, 0x800, 0x10000]

function decodeSequence(bytes: Uint8Array, at: number, length: number): number | undefined {
  let code = bytes[at]! & (0xff >> (length + 1))
  for (let k = 1; k < length; k++) {
    const next = bytes[at + k]!
    if ((next & 0xc0) !== 0x80) return undefined
    code = (code << 6) | (next & 0x3f)
  }
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code < SMALLEST[length]! || isSurrogate || code > 0x10ffff ? undefined : code
}
