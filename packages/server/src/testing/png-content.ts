import { inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export interface PngContent {
  readonly width: number
  readonly height: number
  /** The bytes of its filtered rows: all the same where nothing is drawn. */
  readonly rows: Uint8Array
}

/** Size and content of a PNG; throws where it is none. */
export function readPng(bytes: Uint8Array): PngContent {
  const png = Buffer.from(bytes)
  if (!png.subarray(0, 8).equals(signature)) throw new Error('this is no PNG')
  const data: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), rows: inflateSync(Buffer.concat(data)) }
}
