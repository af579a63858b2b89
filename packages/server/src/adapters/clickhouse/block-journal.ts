import { type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { StopTimer } from '../../ports/clock.ts'
import { PointStoreBusyError } from '../../ports/point-store-errors.ts'
import { systemClock } from '../clock/system-clock.ts'
import { makeFolderDurably, syncFolder } from '../data-folder/durable-folder.ts'
import { type AsideCause, journalFileName, lastNumberIn, setJournalFileAside } from './journal-found.ts'

/**
 * Blocks of one table that are on the disk before they are in the table. A synced append to a file takes a millisecond, a part
 * of a table many files; and few large parts need far less merging than many small ones.
 */
export interface BlockJournal {
  /** Resolves when the block is on the disk. `owners` are those whose rows it has. One append at a time. */
  append(owners: Iterable<string>, block: Uint8Array): Promise<void>
  /** Resolves when all that was appended before, by this owner or by any, is in the table. */
  settle(owner?: string): Promise<void>
  /** Puts the rest into the table, unless that is impossible now: then it is done at the next start. */
  close(): Promise<void>
}

export interface JournalOptions {
  /** Of this journal alone. */
  readonly folder: string
  /** Where files go that cannot be put into the table, or not all of them. */
  readonly found: string
  /** Takes note of such a file, by its name there. */
  onSetAside(name: string): void
  /** Puts blocks into the table, synced. The same blocks may come again, in the same order, after a crash. */
  insert(blocks: Uint8Array): Promise<void>
  isFull(error: unknown): boolean
  /** Bytes that wait; beyond it whoever appends is to come again. */
  readonly maxWaitingBytes: number
}

/** Bytes; about a million points: what a part is made of at most. */
const MAX_FILE_BYTES = 24 * 1_048_576
/** So long rows wait that nobody asks for. */
const SETTLE_AFTER_MS = 1000
/** Where many rows come, parts are made at most this often, however often somebody reads. */
const SETTLE_EVERY_MS = 200
/** Bytes; so few go into the table at once. */
const FEW_BYTES = 1_048_576
const empty = new Uint8Array(0)

/** Length and CRC-32 of the block behind it, little endian. */
const FRAME_HEAD_BYTES = 8

interface JournalFile {
  readonly path: string
  readonly owners: Set<string>
  bytes: number
}

/** Puts what a crash left in the table first. */
export async function openBlockJournal(options: JournalOptions): Promise<BlockJournal> {
  const { folder } = options
  makeFolderDurably(folder, 0o700)
  const names = (await readdir(folder)).sort()
  for (const name of names) await putLeftOver(join(folder, name), options)
  let number = Math.max(Number(names.at(-1) ?? 0), await lastNumberIn(options.found, basename(folder)))

  /** Oldest first; the last one may be open for appends. */
  const files: JournalFile[] = []
  let opened: { readonly file: JournalFile; readonly handle: FileHandle } | undefined
  let waitingBytes = 0
  let turn: Promise<unknown> = Promise.resolve()
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined
  let hasBegun = false
  let begunAt = Number.NEGATIVE_INFINITY
  let stopTimer: StopTimer | undefined

  /** Appends and changes of the open file, one after the other. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const acting = turn.then(act, act)
    turn = acting.catch(() => {})
    return acting
  }
  const openNext = async () => {
    number++
    const path = join(folder, journalFileName(number))
    const handle = await open(path, 'wx', 0o600)
    const file: JournalFile = { path, owners: new Set(), bytes: 0 }
    files.push(file)
    await syncFolder(folder)
    opened = { file, handle }
    return opened
  }
  const closeOpened = async (): Promise<void> => {
    const closing = opened
    opened = undefined
    await closing?.handle.close()
  }
  const write = async (owners: Iterable<string>, block: Uint8Array): Promise<void> => {
    if (opened && opened.file.bytes >= MAX_FILE_BYTES) await closeOpened()
    const { file, handle } = opened ?? (await openNext())
    const bytes = FRAME_HEAD_BYTES + block.length
    try {
      await handle.appendFile(frameHead(block))
      await handle.appendFile(block)
      await handle.datasync()
    } catch (error) {
      // What was written of it stays behind the last whole frame, and must not be taken for one
      await handle.truncate(file.bytes).catch(() => {})
      await closeOpened().catch(() => {})
      throw error
    }
    for (const owner of owners) file.owners.add(owner)
    file.bytes += bytes
    waitingBytes += bytes
  }
  const drain = async (): Promise<void> => {
    const wait = waitingBytes < FEW_BYTES ? 0 : begunAt + SETTLE_EVERY_MS - systemClock.monotonic()
    if (wait > 0 && waitingBytes < MAX_FILE_BYTES) await systemClock.sleep(wait)
    begunAt = systemClock.monotonic()
    await inTurn(async () => {
      hasBegun = true
      await closeOpened()
    })
    const last = files.at(-1)
    for (let file = files[0]; file !== undefined; file = file === last ? undefined : files[0]) {
      const bytes = await readJournalFile(file.path)
      // All up to there was acknowledged; a block that failed may stand behind it
      const { blocks, isWhole } = unframe((bytes ?? empty).subarray(0, file.bytes))
      if (blocks.length > 0) await options.insert(blocks)
      if (bytes === undefined) await setAside(file.path, options, 'unreadable')
      else if (isWhole && bytes.length >= file.bytes) await remove(file.path)
      else await setAside(file.path, options, 'changed')
      files.shift()
      waitingBytes -= file.bytes
    }
  }
  const start = (): Promise<void> => {
    stopTimer?.()
    stopTimer = undefined
    hasBegun = false
    running = drain().finally(() => {
      running = undefined
      if (files.length > 0) settleLater()
    })
    return running
  }
  /** Puts all that waits now into the table; whoever comes while that is done shares the next turn. */
  const settleAll = (): Promise<void> => {
    if (running === undefined) return start()
    if (!hasBegun) return running
    following ??= running
      .catch(() => {})
      .then(() => {
        following = undefined
        return start()
      })
    return following
  }
  const settleLater = (): void => {
    stopTimer ??= systemClock.after(SETTLE_AFTER_MS, () => void settleAll().catch(() => {}))
  }
  return {
    async append(owners, block) {
      if (waitingBytes > options.maxWaitingBytes) throw new PointStoreBusyError(`${waitingBytes} bytes`)
      await inTurn(() => write(owners, block))
      if (waitingBytes < MAX_FILE_BYTES) settleLater()
      else void settleAll().catch(() => {})
    },
    async settle(owner) {
      const isWaiting = owner === undefined ? files.length > 0 : files.some(({ owners }) => owners.has(owner))
      if (isWaiting) await settleAll()
    },
    async close() {
      if (files.length > 0) await settleAll().catch(() => {})
      stopTimer?.()
      await closeOpened()
    },
  }
}

/** The name of a file that was removed must not come back: its rows may have been deleted meanwhile. */
async function remove(path: string): Promise<void> {
  await rm(path)
  await syncFolder(join(path, '..'))
}

/** A file that cannot be put into the table is set aside, so that the server starts. */
async function putLeftOver(path: string, options: JournalOptions): Promise<void> {
  const bytes = await readJournalFile(path)
  if (bytes === undefined) return setAside(path, options, 'unreadable')
  const { blocks, isDamaged } = unframe(bytes)
  const insert = blocks.length === 0 ? Promise.resolve() : options.insert(blocks)
  const stored = await insert.then(undefined, (error: unknown) => ({ error }))
  if (stored !== undefined && options.isFull(stored.error)) throw stored.error
  if (stored !== undefined) return setAside(path, options, 'refused')
  await (isDamaged ? setAside(path, options, 'changed') : remove(path))
}

export function frameHead(block: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(FRAME_HEAD_BYTES))
  head.setUint32(0, block.length, true)
  head.setUint32(4, crc32(block), true)
  return new Uint8Array(head.buffer)
}

/**
 * Moves the blocks of a file to its beginning, without what stood between them, and gives that part. A frame at the end that
 * is cut off or wrong may never have been acknowledged; `isDamaged` says whether one is wrong that others stand behind, `isWhole` that all of the file is right.
 */
function unframe(file: Uint8Array): { blocks: Uint8Array; isDamaged: boolean; isWhole: boolean } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let length = 0
  let isDamaged = false
  let isWrong = false
  let at = 0
  while (at + FRAME_HEAD_BYTES <= file.length) {
    const from = at + FRAME_HEAD_BYTES
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

/** Undefined where the disk cannot read it. */
async function readJournalFile(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO') return undefined
    throw error
  })
}

async function setAside(
  path: string,
  { found, onSetAside }: Pick<JournalOptions, 'found' | 'onSetAside'>,
  cause: AsideCause,
): Promise<void> {
  onSetAside(await setJournalFileAside(path, found, cause))
}
