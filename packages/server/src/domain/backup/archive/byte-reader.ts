/** Splits a byte stream into chunks of known length; holds no more than one of them. */
export interface ByteReader {
  /** Exactly so many bytes, or fewer where the stream ends. */
  take(count: number): Promise<Buffer>
  /** Releases the stream. */
  close(): Promise<void>
}

export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)

  return {
    async take(count) {
      const taken: Uint8Array[] = []
      let missing = count
      while (missing > 0) {
        if (rest.length === 0) {
          const next = await chunks.next()
          if (next.done) break
          rest = next.value
          continue
        }
        const chunk = rest.subarray(0, missing)
        rest = rest.subarray(chunk.length)
        missing -= chunk.length
        taken.push(chunk)
      }
      return Buffer.concat(taken)
    },
    async close() {
      await chunks.return?.()
    },
  }
}
