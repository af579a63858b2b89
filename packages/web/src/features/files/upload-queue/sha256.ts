import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Bytes in memory at a time; a slice takes some 10 ms, so that the page stays responsive. */
const SLICE_BYTES = 2 ** 20

/**
 * SHA-256 of a file in hex, read slice by slice: `crypto.subtle` takes a whole file in memory, and is missing over plain HTTP on
 * another machine. Throws the signal's reason once that is aborted.
 */
export const sha256Of = async (file: Blob, signal?: AbortSignal): Promise<string> => {
  const hash = sha256.create()
  for (let from = 0; from < file.size; from += SLICE_BYTES) {
    signal?.throwIfAborted()
    hash.update(new Uint8Array(await file.slice(from, from + SLICE_BYTES).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}
