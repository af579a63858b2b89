export interface TableOptions {
  readonly rows?: number
  /** Rows at which cpu[node2] is far too high. */
  readonly trouble?: readonly [from: number, to: number]
  readonly start?: number
  readonly stepMs?: number
  readonly metrics?: readonly string[]
  readonly nodes?: number
}

export const SAMPLE_START: number = Date.UTC(2026, 9, 1)
export const SAMPLE_STEP_MS = 60_000

/** A small table of metrics, the same every time: values that swing a little around their own levels. */
export function sampleTable(options: TableOptions = {}): string {
  const {
    rows = 400,
    start = SAMPLE_START,
    stepMs = SAMPLE_STEP_MS,
    metrics = ['cpu', 'memory'],
    nodes = 3,
    trouble,
  } = options
  const names = Array.from({ length: nodes }, (_, node) => metrics.map((metric) => `${metric}[node${node + 1}]`)).flat()
  const next = noise(7)
  const lines = Array.from({ length: rows }, (_, row) => {
    const isTrouble = trouble !== undefined && row >= trouble[0] && row < trouble[1]
    const values = names.map((name, index) => {
      const value = 40 + index + 5 * Math.sin(row / 9 + index) + 2 * next()
      return (isTrouble && name === 'cpu[node2]' ? value + 60 : value).toFixed(3)
    })
    return [start + row * stepMs, ...values].join(',')
  })
  return `${[`timestamp,${names.join(',')}`, ...lines].join('\n')}\n`
}

/** Between -1 and 1; mulberry32. */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1
  }
}
