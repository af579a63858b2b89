import { type FileHandle, open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Format } from '../render/format.ts'
import { escapeControls } from '../render/plain.ts'
import type { Io } from './io.ts'
import type { Output } from './output.ts'
import { prepend } from './prepend.ts'
import { beginReplacement } from './replace-file.ts'

/** Where rows go. */
interface RowTarget {
  readonly io: Pick<Io, 'stdout'>
  readonly file: { path: string; format: Format } | undefined
  readonly format: Format | undefined
}

/** Rows as text, or as UTF-8 in memory that the next chunk may take over; a chunk ends with a row. */
type Chunk = string | Uint8Array

/**
 * Streams CSV into the file of `--out`, or to standard output, or nowhere where another format was asked for. The file is
 * opened with the first rows: a table that cannot be read leaves none behind. All rows are read even if the reader of
 * standard output leaves, unless `mayStop`. A file is replaced once it is complete; `inPlace` writes into it as rows come,
 * for a source that may go on for days.
 */
export async function writeRows(
  run: RowTarget,
  chunks: AsyncIterable<Chunk> | Iterable<Chunk>,
  { mayStop = true, inPlace = false }: { mayStop?: boolean; inPlace?: boolean } = {},
): Promise<void> {
  const source = prepend([], chunks)
  const first = await source.next()
  if (first.done) return
  const rows = prepend([first.value], source)
  if (run.file?.format === 'csv') return writeInto(run.file.path, rows, inPlace)
  if (run.format !== 'csv') return drain(rows)
  const output: Output = run.io.stdout
  const shown = output.isTTY ? escaped(rows) : copied(rows)
  await pipeline(mayStop ? whileRead(shown, output) : shown, output as Writable, { end: false })
}

async function writeInto(path: string, rows: AsyncIterable<Chunk>, inPlace: boolean): Promise<void> {
  if (inPlace) return writeChunks(path, rows)
  const replacement = beginReplacement(path)
  try {
    await writeChunks(replacement.path, rows)
    replacement.commit()
  } catch (error) {
    throw replacement.discard(error)
  }
}

/** One chunk after the other: a stream would hold sixteen of them. */
async function writeChunks(path: string, rows: AsyncIterable<Chunk>): Promise<void> {
  let file: FileHandle | undefined
  try {
    for await (const chunk of rows) {
      file ??= await open(path, 'w')
      await file.writeFile(chunk)
    }
  } finally {
    await file?.close()
  }
}

async function drain(rows: AsyncIterable<Chunk>): Promise<void> {
  for await (const _ of rows);
}

async function* escaped(rows: AsyncIterable<Chunk>): AsyncGenerator<string> {
  for await (const chunk of rows)
    yield escapeControls(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
}

/** What standard output may still hold when the next chunk is made. */
async function* copied(rows: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  for await (const chunk of rows) yield typeof chunk === 'string' ? chunk : Buffer.from(chunk)
}

async function* whileRead(rows: AsyncIterable<Chunk>, output: Output): AsyncGenerator<Chunk> {
  for await (const chunk of rows) {
    if (output.hasNoReader) return
    yield chunk
  }
}
