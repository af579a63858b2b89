import { FORGOTTEN_TEMPLATE, type LogParser } from '@omen/engine'
import { csvField } from './csv-field.ts'

const linesAPiece = 5000

/** The template of every line as CSV, in pieces; lines count from 1, a forgotten template has the id 0 and the text `<*>`. */
export function* logTemplatesCsv(parser: LogParser, ids: Int32Array): Generator<string> {
  const texts = new Map(parser.templates().map(({ id, text }) => [id, csvField(text)]))
  texts.set(FORGOTTEN_TEMPLATE, '<*>')
  let piece = 'line,template_id,template\n'
  for (let i = 0; i < ids.length; i++) {
    const id = parser.resolve(ids[i] ?? FORGOTTEN_TEMPLATE)
    piece += `${i + 1},${id},${texts.get(id) ?? '<*>'}\n`
    if ((i + 1) % linesAPiece !== 0) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
