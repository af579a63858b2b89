import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

/** Before compression; no part is longer, so a reader needs no more memory than a few of these. */
const MAX_PART_BYTES = 16 * 1024 * 1024

const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 }
const compressBytes = promisify(zstdCompress)
const decompressBytes = promisify(zstdDecompress)

/** With a checksum of its own, so that the damaged part is known and not only the damaged item. */
export function compressPart(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length > MAX_PART_BYTES) throw new RangeError(`a part has ${bytes.length} bytes`)
  return compressBytes(bytes, { params })
}

export function decompressPart(bytes: Uint8Array): Promise<Buffer> {
  return decompressBytes(bytes, { maxOutputLength: MAX_PART_BYTES })
}
