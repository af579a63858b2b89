import { createHash } from 'node:crypto'
import type { ByteSource, SealedFile } from '../../ports/file-store.ts'
import { nextTurn } from '../../ports/next-turn.ts'

/** Passes bytes through and computes their count and SHA-256. */
export interface Hashed {
  readonly stream: AsyncIterable<Uint8Array>
  /** Undefined until the stream has ended. */
  sealed(): SealedFile | undefined
}

/** Hashed within some milliseconds; what is larger, as the state of a live detection is, does not hold up requests. */
const BYTES_A_TURN = 4_194_304

/** `check` is called before the stream ends, so that it can still fail the consumer of the stream. */
export function hashed(source: ByteSource, check: (sealed: SealedFile) => void = () => {}): Hashed {
  let sealed: SealedFile | undefined
  async function* pass(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of source) {
      for (let from = 0; from < chunk.length; from += BYTES_A_TURN) {
        if (from > 0) await nextTurn()
        hash.update(chunk.subarray(from, from + BYTES_A_TURN))
      }
      bytes += chunk.length
      yield chunk
    }
    sealed = { bytes, sha256: hash.digest('hex') }
    check(sealed)
  }
  return { stream: pass(), sealed: () => sealed }
}
