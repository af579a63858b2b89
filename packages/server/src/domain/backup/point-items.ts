import type { PointArchive, PointBlock } from '../../ports/point-archive.ts'
import { DatasetDamagedError } from '../../ports/point-store-errors.ts'
import { BackupError } from './archive/backup-error.ts'
import type { ItemEntry } from './archive/entries.ts'
import type { ArchiveItem } from './archive/write-archive.ts'

/** The points and scores of one dataset. `recordedRows` is what was stored when it was written, where that is known. */
export async function* datasetItems(
  points: PointArchive,
  dataset: string,
  recordedRows: number | null,
): AsyncGenerator<ArchiveItem, void> {
  const digests = new Map<string, { rows: number; checksum: string } | undefined>()
  for (const table of points.datasetTables) digests.set(table, await unlessDamaged(points.digest(table, dataset)))
  const rows = [...digests.values()].reduce((sum, digest) => sum + (digest?.rows ?? 0), 0)
  const isDamaged = [...digests.values()].includes(undefined) || (recordedRows !== null && rows !== recordedRows)
  for (const [table, digest] of digests) {
    if (digest?.rows === 0 && !isDamaged) continue
    const content = countedBlocks(points.read(table, dataset))
    yield {
      name: `points/${table}/${dataset}`,
      chunks: content.chunks,
      outcome: () => datasetOutcome(dataset, content, isDamaged, digest),
    }
  }
}

/** Live points as of when they are read; since they are appended to meanwhile, only rows can be counted. */
export async function* liveItems(points: PointArchive, source: string): AsyncGenerator<ArchiveItem, void> {
  for (const table of points.liveTables) {
    const content = countedBlocks(points.read(table, source))
    yield {
      name: `points/${table}/${source}`,
      chunks: content.chunks,
      outcome: () => (content.isBroken() ? { fault: 'altered' } : { rows: content.rows() }),
    }
  }
}

type Outcome = Pick<ItemEntry, 'rows' | 'checksum' | 'fault'>
type Counted = ReturnType<typeof countedBlocks>

function datasetOutcome(
  dataset: string,
  content: Counted,
  isDamaged: boolean,
  digest: { rows: number; checksum: string } | undefined,
): Outcome {
  if (isDamaged || content.isBroken() || digest === undefined)
    return { fault: content.rows() === 0 ? 'missing' : 'altered' }
  if (content.rows() !== digest.rows)
    throw new BackupError(`The points of ${dataset} changed while they were read; make the backup again.`)
  return digest
}

/** The readable part of a damaged item is kept. */
function countedBlocks(blocks: AsyncIterable<PointBlock>) {
  let rows = 0
  let isBroken = false
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const block of blocks) {
        rows += block.rows
        yield block.bytes
      }
    } catch (error) {
      if (!(error instanceof DatasetDamagedError)) throw error
      isBroken = true
    }
  }
  return { chunks: chunks(), rows: () => rows, isBroken: () => isBroken }
}

async function unlessDamaged<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof DatasetDamagedError) return undefined
    throw error
  })
}
