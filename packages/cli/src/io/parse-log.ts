import type { Readable } from 'node:stream'
import { createLogParser, findLogLayout, type LogLayout, type LogParser } from '@omen/engine'
import { readLines, type TextLine } from './read-lines.ts'

/** A whole log as templates: the id of each line in order, to be resolved by the parser. */
export interface ParsedLog {
  parser: LogParser
  layout: LogLayout
  ids: Int32Array
  /** Lines of which only the beginning was read. */
  cutLines: number
}

const sampleLines = 2000

/** Reads a log and finds its templates. Holds four bytes a line, a sample of lines, and the templates. */
export async function parseLog(path: string, stdin: Readable): Promise<ParsedLog> {
  const ids = createIdList()
  let sample: TextLine[] = []
  let layout: LogLayout | undefined
  let parser: LogParser | undefined
  let cutLines = 0
  const begin = (): LogParser => {
    layout = findLogLayout(sample.map(({ text }) => text))
    return createLogParser({ layout })
  }
  const take = (lines: readonly TextLine[]): void => {
    parser ??= begin()
    for (const { text, isCut } of lines) {
      ids.push(parser.push(text).templateId)
      if (isCut) cutLines++
    }
  }
  for await (const lines of readLines(path, stdin)) {
    if (parser) take(lines)
    else {
      for (const line of lines) sample.push(line)
      if (sample.length < sampleLines) continue
      take(sample)
      sample = []
    }
  }
  if (sample.length > 0) take(sample)
  parser ??= begin()
  parser.settle()
  return { parser, layout: layout as LogLayout, ids: ids.values(), cutLines }
}

function createIdList(): { push(id: number): void; values(): Int32Array } {
  let items = new Int32Array(4096)
  let length = 0
  return {
    push(id) {
      if (length === items.length) {
        const grown = new Int32Array(items.length * 2)
        grown.set(items)
        items = grown
      }
      items[length++] = id
    },
    values: () => items.subarray(0, length),
  }
}
