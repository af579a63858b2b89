import { crc32 } from 'node:zlib'

/** Length and CRC-32 of the block behind it, little endian. */
export const frameHeadBytes = 8

export function frameHead(block: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(frameHeadBytes))
  head.setUint32(0, block.length, true)
  head.setUint32(4, crc32(block), true)
  return new Uint8Array(head.buffer)
}

/**
 * Moves the blocks of a file to its beginning, without what stood between them, and gives that part. A frame at the end that
 * is cut off or wrong may never have been acknowledged; `isDamaged` says whether one is wrong that others stand behind, `isWhole` that all of the file is right.
 */
export function unframe(file: Uint8Array): { blocks: Uint8Array; isDamaged: boolean; isWhole: boolean } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let length = 0
  let isDamaged = false
  let isWrong = false
  let at = 0
  while (at + frameHeadBytes <= file.length) {
    const from = at + frameHeadBytes
    const to = from + view.getUint32(at, true)
    // A part of the file that was never written is full of zeros
    if (to === from || to > file.length) break
    const isWhole = crc32(file.subarray(from, to)) === view.getUint32(at + 4, true)
    if (isWhole) {
      isDamaged ||= isWrong
      file.copyWithin(length, from, to)
      length += to - from
    } else isWrong = true
    at = to
  }
  return { blocks: file.subarray(0, length), isDamaged, isWhole: !isWrong && at === file.length }
}
