/** The records of a log in columns: twenty bytes a record. */
export type EventLog = {
  push(templateId: number, line: number, time: number, source: number): void
  /** Replaces every template id by what it has become. */
  settle(resolve: (templateId: number) => number): void
  readonly length: number
  templateAt(i: number): number
  lineAt(i: number): number
  timeAt(i: number): number
  sourceAt(i: number): number
}

type Block = {
  readonly ids: Int32Array
  readonly lines: Int32Array
  readonly sources: Int32Array
  readonly times: Float64Array
}

const bits = 16
const size = 1 << bits
const mask = size - 1

const createBlock = (): Block => ({
  ids: new Int32Array(size),
  lines: new Int32Array(size),
  sources: new Int32Array(size),
  times: new Float64Array(size),
})

/** Grows by blocks of 65,536 records, so that nothing is copied or held twice. */
export function createEventLog(): EventLog {
  const blocks: Block[] = []
  let length = 0
  const blockOf = (i: number): Block => blocks[i >> bits] as Block
  return {
    push(templateId, line, time, source) {
      if (length === blocks.length * size) blocks.push(createBlock())
      const { ids, lines, sources, times } = blockOf(length)
      const at = length++ & mask
      ids[at] = templateId
      lines[at] = line
      times[at] = time
      sources[at] = source
    },
    settle(resolve) {
      for (let i = 0; i < length; i++) blockOf(i).ids[i & mask] = resolve(blockOf(i).ids[i & mask] as number)
    },
    get length() {
      return length
    },
    templateAt: (i) => blockOf(i).ids[i & mask] as number,
    lineAt: (i) => blockOf(i).lines[i & mask] as number,
    timeAt: (i) => blockOf(i).times[i & mask] as number,
    sourceAt: (i) => blockOf(i).sources[i & mask] as number,
  }
}
