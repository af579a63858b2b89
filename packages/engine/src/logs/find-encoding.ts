import { decodeUtf8 } from '../series/utf8.ts'

/** The names of `TextDecoder`. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'

/** Bytes of a character that may be cut off at the end of a sample. Source: RFC 3629. */
const MAX_CUT_BYTES = 3
/** Of pairs of bytes that are not ASCII, so many have to be common Chinese characters. */
const COMMON_SHARE = 0.7
/** Of every second byte, so many are zero in text that is mostly ASCII in UTF-16. */
const ZERO_SHARE = 0.3

/**
 * The encoding of a text, of which `head` is the beginning and may end within a character. By the byte order mark; else UTF-16 by its zeros, UTF-8
 * where it is valid, GB18030 where nearly all that is not ASCII are common Chinese characters (GB 18030-2022). UTF-8 where nothing fits.
 */
export function findEncoding(head: Uint8Array): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]!++
  })
  const half = head.length / 2
  if (zeros[1]! > ZERO_SHARE * half && zeros[0]! < zeros[1]! / 10) return 'utf-16le'
  if (zeros[0]! > ZERO_SHARE * half && zeros[1]! < zeros[0]! / 10) return 'utf-16be'
  if (isValidUtf8(head)) return 'utf-8'
  return isChinese(head) ? 'gb18030' : 'utf-8'
}

function isValidUtf8(bytes: Uint8Array): boolean {
  return decodeUtf8(bytes, 0, bytes.length - cutBytes(bytes)) !== undefined
}

/** The length of a character of UTF-8 that is cut off at the end. */
function cutBytes(bytes: Uint8Array): number {
  for (let cut = 1; cut <= MAX_CUT_BYTES && cut <= bytes.length; cut++) {
    const byte = bytes[bytes.length - cut]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return cut < (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4) ? cut : 0
  }
  return 0
}

/** The characters of GB2312 that are written most are in the rows from 0xB0 on, with both bytes above 0xA0. */
function isChinese(bytes: Uint8Array): boolean {
  let pairs = 0
  let common = 0
  for (let at = 0; at < bytes.length - 1; at++) {
    const lead = bytes[at]!
    if (lead < 0x80) continue
    pairs++
    const trail = bytes[at + 1]!
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1 && trail <= 0xfe) common++
    if (trail >= 0x40) at++
  }
  return pairs > 0 && common >= COMMON_SHARE * pairs
}
