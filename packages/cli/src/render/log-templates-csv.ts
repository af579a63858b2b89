import { FORGOTTEN_TEMPLATE, type LogParser } from '@omen/engine/logs'
import { csvField } from '@omen/sdk/rules'
import { escapeControls } from './plain.ts'

const CHUNK_BYTES = 65_536
/** More digits than a line number has. */
const MAX_DIGITS = 16

/**
 * The template of every line as CSV in UTF-8; lines count from 1, a dropped template has the id 0 and the text `<*>`. Chunks end with a
 * row and share their memory: each is to be written before the next one is taken.
 */
export function* logTemplatesCsv(parser: LogParser, ids: Int32Array): Generator<Uint8Array> {
  const forgotten = rowEnd(FORGOTTEN_TEMPLATE, '<*>')
  const ends = new Map(parser.templates().map(({ id, text }) => [id, rowEnd(id, escapeControls(csvField(text)))]))
  const longest = Math.max(forgotten.length, ...Array.from(ends.values(), ({ length }) => length)) + MAX_DIGITS
  const chunk = Buffer.alloc(Math.max(CHUNK_BYTES, longest))
  let at = chunk.write('line,template_id,template\n')
  for (let i = 0; i < ids.length; i++) {
    if (at + longest > chunk.length) {
      yield chunk.subarray(0, at)
      at = 0
    }
    const end = ends.get(parser.resolve(ids[i] ?? FORGOTTEN_TEMPLATE)) ?? forgotten
    at = writeNumber(chunk, at, i + 1)
    chunk.set(end, at)
    at += end.length
  }
  yield chunk.subarray(0, at)
}

/** What stands behind the number of a line. */
const rowEnd = (id: number, field: string): Buffer => Buffer.from(`,${id},${field}\n`)

const ZERO = 48

/** Writes the digits of a positive whole number, and returns where they end. */
function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  let end = at + 1
  for (let rest = value; rest >= 10; rest /= 10) end++
  let rest = value
  for (let k = end - 1; k >= at; k--) {
    bytes[k] = ZERO + (rest % 10)
    rest = Math.trunc(rest / 10)
  }
  return end
}
