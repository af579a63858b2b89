/** Before compression: large enough to compress well, small enough to hold a few. */
const partBytes = 4 * 1024 * 1024

/** The same bytes in chunks of 4 MiB, the last one as long as it is. */
export async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0; ) {
      const chunk = rest.subarray(0, partBytes - length)
      rest = rest.subarray(chunk.length)
      held.push(chunk)
      length += chunk.length
      if (length < partBytes) continue
      yield Buffer.concat(held)
      held = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(held)
}
