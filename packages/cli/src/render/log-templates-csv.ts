import { FORGOTTEN_TEMPLATE, type LogParser } from '@omen/engine'
import { csvField } from '@omen/sdk/rules'
import { escapeControls } from './display-width.ts'

/** Chunks of some 50 kB: a stream holds sixteen of them. */
const linesPerChunk = 500

/** The template of every line as CSV, in chunks; lines count from 1, a dropped template has the id 0 and the text `<*>`. */
export function* logTemplatesCsv(parser: LogParser, ids: Int32Array): Generator<string> {
  const texts = new Map(parser.templates().map(({ id, text }) => [id, escapeControls(csvField(text))]))
  texts.set(FORGOTTEN_TEMPLATE, '<*>')
  let chunk = 'line,template_id,template\n'
  for (let i = 0; i < ids.length; i++) {
    const id = parser.resolve(ids[i] ?? FORGOTTEN_TEMPLATE)
    chunk += `${i + 1},${id},${texts.get(id) ?? '<*>'}\n`
    if ((i + 1) % linesPerChunk !== 0) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
