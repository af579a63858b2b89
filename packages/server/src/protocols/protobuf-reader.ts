import { DamagedError } from './decompress-errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

const WIRE_VARINT = 0
const WIRE64 = 1
const WIRE_BYTES = 2
const WIRE32 = 5

/**
 * Reads the fields of a message where they lie, without copies. https://protobuf.dev/programming-guides/encoding/
 * Whoever reads a message inside another one takes its end from `readEnd`.
 */
export class ProtobufReader {
  readonly bytes: Uint8Array
  at = 0
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** An unsigned number, exact up to 2^53. */
  readVarint(): number {
    const { bytes } = this
    const first = bytes[this.at++]
    if (first === undefined) throw cutOff()
    if (first < 128) return first
    let value = first & 127
    for (let scale = 128; scale < 2 ** 70; scale *= 128) {
      const byte = bytes[this.at++]
      if (byte === undefined) throw cutOff()
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    throw new DamagedError('is no valid protobuf: a number has more than 64 bits')
  }

  /** Exact where it is a safe integer. */
  readInt64(): number {
    const { bytes, at } = this
    const value = this.readVarint()
    if (value <= Number.MAX_SAFE_INTEGER) return value
    let whole = 0n
    for (let byte = this.at - 1; byte >= at; byte--) whole = (whole << 7n) | BigInt(bytes[byte]! & 127)
    return Number(BigInt.asIntN(64, whole))
  }

  readDouble(): number {
    this.at += 8
    if (this.at > this.bytes.length) throw cutOff()
    return this.#view.getFloat64(this.at - 8, true)
  }

  readFixed64(): bigint {
    this.at += 8
    if (this.at > this.bytes.length) throw cutOff()
    return this.#view.getBigUint64(this.at - 8, true)
  }

  /** Reads a length; returns where what follows ends, at most `limit`. */
  readEnd(limit: number): number {
    const length = this.readVarint()
    const end = this.at + length
    if (end > limit) throw new DamagedError('is no valid protobuf: a length reaches beyond the end')
    return end
  }

  /** Throws a `TypeError` for what is not UTF-8. */
  readText(limit: number): string {
    const end = this.readEnd(limit)
    const text = decoder.decode(this.bytes.subarray(this.at, end))
    this.at = end
    return text
  }

  /** Passes over the value of a field; `limit` is the end of its message. */
  skip(tag: number, limit: number): void {
    switch (tag & 7) {
      case WIRE_VARINT:
        this.readVarint()
        break
      case WIRE64:
        this.at += 8
        break
      case WIRE_BYTES:
        this.at = this.readEnd(limit)
        break
      case WIRE32:
        this.at += 4
        break
      default:
        throw new DamagedError('is no valid protobuf: a field has an unknown type')
    }
    if (this.at > limit) throw cutOff()
  }
}

function cutOff(): DamagedError {
  return new DamagedError('is no valid protobuf: it ends in the middle of a field')
}
