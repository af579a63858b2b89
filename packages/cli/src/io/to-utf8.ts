import { isAscii } from 'node:buffer'
import { findEncoding } from '@omen/engine/logs'

/** The blocks of a text in UTF-16 or GB18030 as UTF-8; others as they are. The first block that is not all ASCII decides. */
export async function* toUtf8(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined
  let isDecided = false
  for await (const block of blocks) {
    if (!isDecided && !isPlain(block)) {
      isDecided = true
      const encoding = findEncoding(block)
      decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding)
    }
    yield decoder === undefined ? block : Buffer.from(decoder.decode(block, { stream: true }))
  }
  if (decoder !== undefined) yield Buffer.from(decoder.decode())
}

/** ASCII is the same in UTF-8 and in GB18030; in UTF-16 it has zeros. */
const isPlain = (block: Buffer): boolean => isAscii(block) && !block.includes(0)
