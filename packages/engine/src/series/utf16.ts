/** A converter of chunks of UTF-16 to UTF-8; characters may be cut by their ends. A byte order mark is left out, and half a pair of surrogates becomes U+FFFD. */
export function createUtf16Converter(isLittleEndian: boolean): (chunk: Uint8Array) => Uint8Array {
  let half: number | undefined
  let lead: number | undefined
  return (chunk) => {
    // Two bytes become three at most, and a pair held back from the last chunk adds one more
    const converted = new Uint8Array(2 * chunk.length + 6)
    let length = 0
    const write = (code: number): void => {
      length = encodeCode(code, converted, length)
    }
    for (const byte of chunk) {
      if (half === undefined) {
        half = byte
        continue
      }
      const unit = isLittleEndian ? half + 256 * byte : 256 * half + byte
      half = undefined
      if (lead !== undefined && isTrail(unit)) {
        write(0x10000 + (lead - 0xd800) * 1024 + (unit - 0xdc00))
        lead = undefined
        continue
      }
      if (lead !== undefined) write(REPLACEMENT)
      lead = isLead(unit) ? unit : undefined
      if (lead === undefined && unit !== BYTE_ORDER_MARK) write(isTrail(unit) ? REPLACEMENT : unit)
    }
    return converted.subarray(0, length)
  }
}

const BYTE_ORDER_MARK = 0xfeff
const REPLACEMENT = 0xfffd

const isLead = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isTrail = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/** Source: RFC 3629. */
function encodeCode(code: number, target: Uint8Array, at: number): number {
  if (code < 0x80) {
    target[at] = code
    return at + 1
  }
  const length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  for (let k = length - 1, rest = code; k >= 0; k--, rest >>= 6)
    target[at + k] = k > 0 ? 0x80 | (rest & 0x3f) : ((0xf00 >> length) & 0xff) | rest
  return at + length
}
