import type { Readable } from 'node:stream'
import type { Change } from '@omen/engine/causes'
import { readTime, splitQuoted } from '@omen/engine/series'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { nameOf } from './read-bytes.ts'
import { readLines } from './read-lines.ts'

const KINDS: readonly Change['kind'][] = ['deployment', 'configuration', 'restart', 'other']

/**
 * Reads what was changed: a CSV with a heading that names the columns time, kind and text, and may name instance and
 * service, in any order. Times are as in tables of metrics. Throws a CliError with BAD_CHANGES and the line.
 */
export async function readChanges(path: string, stdin: Readable): Promise<Change[]> {
  const name = nameOf(path)
  const changes: Change[] = []
  let columns: string[] | undefined
  let line = 0
  for await (const lines of readLines(path, stdin)) {
    for (const { text } of lines) {
      line++
      const bare = line === 1 ? text.replace(/^\uFEFF/, '') : text
      if (bare.trim() === '') continue
      const fields = splitQuoted(bare)?.map((field) => field.trim())
      if (!fields) throw problem(name, line, 'a quote is not closed')
      if (columns) changes.push(readChange(name, line, columns, fields))
      else columns = readColumns(name, line, fields)
    }
  }
  if (!columns) throw problem(name, 0, 'the file is empty')
  return changes
}

function readColumns(name: string, line: number, fields: string[]): string[] {
  const columns = fields.map((field) => field.toLowerCase())
  const missing = ['time', 'kind', 'text'].filter((column) => !columns.includes(column))
  if (missing.length > 0) throw problem(name, line, `the heading lacks ${missing.join(', ')}`)
  return columns
}

function readChange(name: string, line: number, columns: readonly string[], fields: readonly string[]): Change {
  if (fields.length !== columns.length) {
    throw problem(name, line, `there are ${fields.length} fields where the heading has ${columns.length}`)
  }
  const of = (column: string): string => fields[columns.indexOf(column)] ?? ''
  const time = readTime(of('time'))
  if ('reason' in time) throw problem(name, line, time.reason)
  const kind = KINDS.find((one) => one === of('kind').toLowerCase())
  if (!kind) throw problem(name, line, `'${of('kind')}' is none of ${KINDS.join(', ')}`)
  const [instance, service] = [of('instance'), of('service')]
  return { at: time.ms, kind, text: of('text'), ...(instance && { instance }), ...(service && { service }) }
}

function problem(name: string, line: number, reason: string): CliError {
  const hint = `It has the columns time,kind,instance,text; kind is one of ${KINDS.join(', ')}.`
  const details = line > 0 ? [{ line, message: reason }] : []
  return new CliError(`${name}: ${reason}`, { code: 'BAD_CHANGES', exit: EXIT_CODE.failed, hint, details })
}
