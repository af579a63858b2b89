import { createWriteStream } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { escapeControls } from '../render/display-width.ts'
import type { Format } from '../render/format.ts'
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

/**
 * Streams CSV into the file of `--out`, or to standard output, or nowhere where another format was asked for. The file is
 * opened with the first rows: a table that cannot be read leaves none behind. All rows are read even if the reader of
 * standard output leaves, unless `mayStop`. A file is replaced once it is complete; `inPlace` writes into it as rows come,
 * for a source that may go on for days.
 */
export async function writeRows(
  run: RowTarget,
  chunks: AsyncIterable<string> | Iterable<string>,
  { mayStop = true, inPlace = false }: { mayStop?: boolean; inPlace?: boolean } = {},
): Promise<void> {
  const source = Readable.from(chunks)[Symbol.asyncIterator]() as AsyncIterableIterator<string>
  const first = await source.next()
  if (first.done) return
  const rows = prepend([first.value], source)
  if (run.file?.format === 'csv') return writeInto(run.file.path, rows, inPlace)
  if (run.format !== 'csv') return drain(rows)
  const output: Output = run.io.stdout
  const shown = output.isTTY ? escaped(rows) : rows
  await pipeline(mayStop ? whileRead(shown, output) : shown, output as Writable, { end: false })
}

async function writeInto(path: string, rows: AsyncIterable<string>, inPlace: boolean): Promise<void> {
  if (inPlace) return pipeline(rows, createWriteStream(path))
  const replacement = beginReplacement(path)
  try {
    await pipeline(rows, createWriteStream(replacement.path))
    replacement.commit()
  } catch (error) {
    throw replacement.discard(error)
  }
}

async function drain(rows: AsyncIterable<string>): Promise<void> {
  for await (const _ of rows);
}

async function* escaped(rows: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of rows) yield escapeControls(chunk)
}

async function* whileRead(rows: AsyncIterable<string>, output: Output): AsyncGenerator<string> {
  for await (const chunk of rows) {
    if (output.hasNoReader) return
    yield chunk
  }
}
