import { createHash } from 'node:crypto'
import {
  type ArchiveHead,
  type ArchiveTotals,
  END_NAME,
  HEAD_NAME,
  INDEX_FOLDER,
  type ItemEntry,
  partName,
} from './entries.ts'
import { paddingOf, tarEnd, tarHeader } from './tar-block.ts'
import { compressPart } from './zstd.ts'

/** Something to store. `chunks` become the parts as they are. */
export interface ArchiveItem {
  readonly name: string
  readonly chunks: AsyncIterable<Uint8Array>
  /** Available once all chunks have been read. */
  outcome(): Promise<Pick<ItemEntry, 'rows' | 'checksum' | 'fault'>> | Pick<ItemEntry, 'rows' | 'checksum' | 'fault'>
}

/** Entries are flushed at this size, so that memory does not grow with the number of items. */
const INDEX_BYTES = 256 * 1024

/** The archive as a stream: head, parts with an index now and then, end. */
export async function* writeArchive(
  head: ArchiveHead,
  items: AsyncIterable<ArchiveItem>,
): AsyncGenerator<Uint8Array, void> {
  const whole = createHash('sha256')
  const totals: ArchiveTotals = { items: 0, parts: 0, bytes: 0, rows: 0 }
  const index = createIndex()

  function* member(name: string, content: Uint8Array): Generator<Uint8Array> {
    for (const bytes of [tarHeader(name, content.length), content, Buffer.alloc(paddingOf(content.length))]) {
      whole.update(bytes)
      yield bytes
    }
  }

  yield* member(HEAD_NAME, json(head))
  for await (const item of items) {
    const hash = createHash('sha256')
    let parts = 0
    let bytes = 0
    for await (const chunk of item.chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield* member(partName(item.name, ++parts), await compressPart(chunk))
    }
    const entry: ItemEntry = { name: item.name, parts, bytes, sha256: hash.digest('hex'), ...(await item.outcome()) }
    index.add(entry)
    addTo(totals, entry)
    if (index.size() >= INDEX_BYTES) yield* member(index.nextName(), index.take())
  }
  if (index.size() > 0) yield* member(index.nextName(), index.take())
  yield* member(END_NAME, json({ ...totals, sha256: whole.copy().digest('hex') }))
  yield tarEnd
}

export function addTo(totals: ArchiveTotals, entry: ItemEntry): void {
  totals.items++
  totals.parts += entry.parts
  totals.bytes += entry.bytes
  totals.rows += entry.rows ?? 0
}

function createIndex() {
  let lines: string[] = []
  let length = 0
  let written = 0
  return {
    add(entry: ItemEntry): void {
      const line = `${JSON.stringify(entry)}\n`
      lines.push(line)
      length += line.length
    },
    size: () => length,
    nextName: () => `${INDEX_FOLDER}${String(++written).padStart(6, '0')}.jsonl`,
    take(): Buffer {
      const bytes = Buffer.from(lines.join(''))
      lines = []
      length = 0
      return bytes
    },
  }
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
