import type { Readable } from 'node:stream'
import { createLogParser, findLogLayout, type LogLayout, type LogParser } from '@omen/engine/logs'
import { type LineBlock, readLineBlocks, textsOf } from './read-lines.ts'

/** A whole log as templates: the id of each line in order, to be resolved by the parser. */
export interface ParsedLog {
  parser: LogParser
  layout: LogLayout
  ids: Int32Array
  /** Lines of which only the beginning was read. */
  cutLines: number
}

const SAMPLE_LINES = 2000

/** Reads a log and finds its templates. Holds four bytes a line, a sample of lines, and the templates. */
export async function parseLog(path: string, stdin: Readable): Promise<ParsedLog> {
  const ids = createIdList()
  let sample: string[] = []
  let layout: LogLayout | undefined
  let parser: LogParser | undefined
  let cutLines = 0
  const begin = (): LogParser => {
    layout = findLogLayout(sample)
    const begun = createLogParser({ layout })
    for (const line of sample) ids.push(begun.push(line).templateId)
    sample = []
    return begun
  }
  const take = (parser: LogParser, { bytes, starts, ends }: LineBlock): void => {
    for (let n = 0; n < starts.length; n++) ids.push(parser.pushBytes(bytes, starts[n]!, ends[n]!))
  }
  for await (const block of readLineBlocks(path, stdin)) {
    if (block.isCut) cutLines += block.starts.length
    if (parser) take(parser, block)
    else {
      for (const { text } of textsOf(block)) sample.push(text)
      if (sample.length >= SAMPLE_LINES) parser = begin()
    }
  }
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
