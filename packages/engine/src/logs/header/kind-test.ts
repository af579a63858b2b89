import { utf8Text } from '../utf8-line.ts'
import { type FieldKind, kindOf } from './field.ts'

const slots = 64
const zero = 48
const one = 49
const nine = 57

/**
 * Tells whether a field is of a kind. Answers are remembered by the form of the field: what digits it has is all the same to
 * `kindOf`, but for a 1 that it begins with.
 */
export function createKindTest(kind: FieldKind): (bytes: Uint8Array, from: number, to: number) => boolean {
  const keys = new Float64Array(slots)
  const answers = new Uint8Array(slots)
  return (bytes, from, to) => {
    let low = bytes[from] === one ? 1 : 0
    let high = 0x9e3779b9 | 0
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number
      const code = byte >= zero && byte <= nine ? zero : byte
      low = Math.imul(low ^ code, 0x01000193)
      high = Math.imul(high ^ code, 0x85ebca6b)
      high ^= high >>> 15
    }
    const key = (high >>> 0) * 0x200000 + ((low ^ (low >>> 16)) & 0x1fffff)
    const slot = low & (slots - 1)
    if (keys[slot] !== key) {
      keys[slot] = key
      answers[slot] = kindOf(utf8Text(bytes, from, to)) === kind ? 1 : 0
    }
    return answers[slot] === 1
  }
}
