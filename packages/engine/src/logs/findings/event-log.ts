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

const BITS = 16
const SIZE = 1 << BITS
const MASK = SIZE - 1

const createBlock = (): Block => ({
  ids: new Int32Array(SIZE),
  lines: new Int32Array(SIZE),
  sources: new Int32Array(SIZE),
  times: new Float64Array(SIZE),
})

/** Grows by blocks of 65,536 records, so that nothing is copied or held twice. */
export function createEventLog(): EventLog {
  const blocks: Block[] = []
  let length = 0
  const blockOf = (i: number): Block => blocks[i >> BITS] as Block
  return {
    push(templateId, line, time, source) {
      if (length === blocks.length * SIZE) blocks.push(createBlock())
      const { ids, lines, sources, times } = blockOf(length)
      const at = length++ & MASK
      ids[at] = templateId
      lines[at] = line
      times[at] = time
      sources[at] = source
    },
    settle(resolve) {
      for (let i = 0; i < length; i++) blockOf(i).ids[i & MASK] = resolve(blockOf(i).ids[i & MASK] as number)
    },
    get length() {
      return length
    },
    templateAt: (i) => blockOf(i).ids[i & MASK] as number,
    lineAt: (i) => blockOf(i).lines[i & MASK] as number,
    timeAt: (i) => blockOf(i).times[i & MASK] as number,
    sourceAt: (i) => blockOf(i).sources[i & MASK] as number,
  }
}
