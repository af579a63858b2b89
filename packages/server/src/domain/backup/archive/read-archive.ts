import { createHash, type Hash } from 'node:crypto'
import { BackupError, DamagedArchive } from './backup-error.ts'
import {
  ARCHIVE_VERSION,
  type ArchiveEnd,
  type ArchiveHead,
  type ArchiveTotals,
  END_NAME,
  HEAD_NAME,
  INDEX_FOLDER,
  type ItemEntry,
  itemOf,
} from './entries.ts'
import { BLOCK_BYTES, paddingOf, readTarHeader, tarEnd } from './tar-block.ts'
import { addTo } from './write-archive.ts'
import { decompressPart } from './zstd.ts'

/** Callbacks for reading an archive; each call is awaited before more is read. */
export interface ArchiveVisitor {
  head?(head: ArchiveHead): Promise<void> | void
  /** The next part of an item, decompressed; parts of an item come one after the other. */
  part?(item: string, bytes: Uint8Array): Promise<void> | void
  /** The item was read and matches what was written. */
  item?(entry: ItemEntry): Promise<void> | void
}

const NOT_OURS = 'the file is no backup of Omen, or its first bytes were changed'

interface Member {
  readonly name: string
  readonly content: Buffer
}

interface Arrived {
  parts: number
  bytes: number
  readonly hash: Hash
}

/** Splits a byte stream into chunks of known length; holds no more than one of them. */
interface ByteReader {
  /** Exactly this many bytes, or fewer if the stream ends. */
  take(count: number): Promise<Buffer>
  /** Releases the stream. */
  close(): Promise<void>
}

/** Reads an archive to its end and refuses it at the first byte that is not as it was written, naming the member. */
export async function readArchive(
  source: AsyncIterable<Uint8Array>,
  visitor: ArchiveVisitor = {},
): Promise<ArchiveEnd> {
  const reader = createByteReader(source)
  try {
    return await readMembers(reader, visitor)
  } finally {
    await reader.close()
  }
}

function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
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

async function readMembers(reader: ByteReader, visitor: ArchiveVisitor): Promise<ArchiveEnd> {
  const whole = createHash('sha256')
  const totals: ArchiveTotals = { items: 0, parts: 0, bytes: 0, rows: 0 }
  const arrived = new Map<string, Arrived>()
  const first = await readMember(reader, whole, HEAD_NAME)
  if (first.name !== HEAD_NAME) throw new DamagedArchive(first.name, `an archive begins with ${HEAD_NAME}`)
  const head = parseHead(first.content)
  await visitor.head?.(head)

  for (let last = first.name; ; ) {
    const before = whole.copy()
    const member = await readMember(reader, whole, `the member after ${last}`)
    last = member.name
    const part = itemOf(member.name)
    if (member.name === END_NAME) return finish(reader, member, before.digest('hex'), totals, arrived)
    if (part) await takePart(member, part, arrived, visitor)
    else if (member.name.startsWith(INDEX_FOLDER)) await takeIndex(member, arrived, totals, visitor)
    else throw new DamagedArchive(member.name, 'an archive has no such member')
  }
}

async function readMember(reader: ByteReader, whole: Hash, where: string): Promise<Member> {
  const block = await reader.take(BLOCK_BYTES)
  if (block.length < BLOCK_BYTES) throw new DamagedArchive(where, 'the archive ends here, it is not whole')
  const header = readTarHeader(block)
  if (!header) throw new DamagedArchive(where, where === HEAD_NAME ? NOT_OURS : 'its header is not one of a backup')
  const { name, size } = header
  const padded = await reader.take(size + paddingOf(size))
  if (padded.length < size + paddingOf(size))
    throw new DamagedArchive(name, 'the archive ends within it, it is not whole')
  if (padded.subarray(size).some((byte) => byte !== 0))
    throw new DamagedArchive(name, 'there is something after its end')
  whole.update(block).update(padded)
  return { name, content: padded.subarray(0, size) }
}

async function takePart(
  { name, content }: Member,
  { item, part }: { item: string; part: number },
  arrived: Map<string, Arrived>,
  visitor: ArchiveVisitor,
): Promise<void> {
  const bytes = await decompressPart(content).catch((cause: unknown) => {
    throw new DamagedArchive(name, 'its content cannot be decompressed', cause)
  })
  const so = arrived.get(item) ?? { parts: 0, bytes: 0, hash: createHash('sha256') }
  arrived.set(item, so)
  so.parts++
  if (part !== so.parts) throw new DamagedArchive(name, `part ${so.parts} was expected`)
  so.bytes += bytes.length
  so.hash.update(bytes)
  await visitor.part?.(item, bytes)
}

async function takeIndex(
  { name, content }: Member,
  arrived: Map<string, Arrived>,
  totals: ArchiveTotals,
  visitor: ArchiveVisitor,
): Promise<void> {
  for (const entry of parseIndex(name, content)) {
    const so = arrived.get(entry.name) ?? { parts: 0, bytes: 0, hash: createHash('sha256') }
    arrived.delete(entry.name)
    if (so.parts !== entry.parts || so.bytes !== entry.bytes)
      throw new DamagedArchive(
        entry.name,
        `${so.bytes} bytes in ${so.parts} parts came of ${entry.bytes} in ${entry.parts}`,
      )
    if (so.hash.digest('hex') !== entry.sha256) throw new DamagedArchive(entry.name, 'its checksum is another')
    addTo(totals, entry)
    await visitor.item?.(entry)
  }
}

async function finish(
  reader: ByteReader,
  { name, content }: Member,
  sha256: string,
  totals: ArchiveTotals,
  arrived: ReadonlyMap<string, Arrived>,
): Promise<ArchiveEnd> {
  const end = parseEnd(content)
  const [stray] = arrived.keys()
  if (stray !== undefined) throw new DamagedArchive(stray, 'no index names it')
  if (end.sha256 !== sha256) throw new DamagedArchive(name, 'the checksum of the whole archive is another')
  const isSame = (['items', 'parts', 'bytes', 'rows'] as const).every((count) => end[count] === totals[count])
  if (!isSame) throw new DamagedArchive(name, `it counts ${end.items} items, and ${totals.items} came`)
  if (!tarEnd.equals(await reader.take(tarEnd.length)))
    throw new DamagedArchive(name, 'the end mark is missing after it')
  if ((await reader.take(1)).length > 0) throw new DamagedArchive(name, 'the archive goes on after its end')
  return end
}

function parseHead(content: Buffer): ArchiveHead {
  const head = parse<ArchiveHead>(HEAD_NAME, content.toString())
  if (head.format !== 'omen-backup') throw new BackupError('The file is not a backup of Omen.')
  if (head.version > ARCHIVE_VERSION)
    throw new BackupError(
      `The backup was made by Omen ${head.omen} in a format that this version does not know: update Omen first.`,
    )
  for (const list of ['migrations', 'tables', 'sequences'] as const)
    if (!isListOfObjects(head[list])) throw new DamagedArchive(HEAD_NAME, `its list of ${list} cannot be read`)
  return head
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
}

function parseIndex(name: string, content: Buffer): ItemEntry[] {
  const lines = content.toString().split('\n')
  if (lines.pop() !== '') throw new DamagedArchive(name, 'its last line is cut off')
  return lines.map((line) => parse<ItemEntry>(name, line))
}

function parseEnd(content: Buffer): ArchiveEnd {
  const end = parse<ArchiveEnd>(END_NAME, content.toString())
  // Any other formatting of the same values means that a byte was changed.
  const written = `${JSON.stringify({ items: end.items, parts: end.parts, bytes: end.bytes, rows: end.rows, sha256: end.sha256 })}\n`
  if (content.toString() !== written) throw new DamagedArchive(END_NAME, 'it is not as it was written')
  return end
}

function parse<T extends object>(name: string, text: string): T {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as T
  } catch (cause) {
    throw new DamagedArchive(name, 'it cannot be read', cause)
  }
  throw new DamagedArchive(name, 'it cannot be read')
}
