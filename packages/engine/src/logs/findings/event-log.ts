/** The records of a log in columns: twenty bytes a record. */
export type EventLog = {
  push(templateId: number, line: number, time: number, source: number): void
  readonly length: number
  templateAt(i: number): number
  lineAt(i: number): number
  timeAt(i: number): number
  sourceAt(i: number): number
}

export function createEventLog(): EventLog {
  let capacity = 1024
  let ids = new Int32Array(capacity)
  let lines = new Int32Array(capacity)
  let sources = new Int32Array(capacity)
  let times = new Float64Array(capacity)
  let length = 0
  const grow = (): void => {
    capacity *= 2
    const wider = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(capacity)
      to.set(from)
      return to
    }
    ids = wider(ids)
    lines = wider(lines)
    sources = wider(sources)
    const later = new Float64Array(capacity)
    later.set(times)
    times = later
  }
  return {
    push(templateId, line, time, source) {
      if (length === capacity) grow()
      ids[length] = templateId
      lines[length] = line
      times[length] = time
      sources[length++] = source
    },
    get length() {
      return length
    },
    templateAt: (i) => ids[i] as number,
    lineAt: (i) => lines[i] as number,
    timeAt: (i) => times[i] as number,
    sourceAt: (i) => sources[i] as number,
  }
}
