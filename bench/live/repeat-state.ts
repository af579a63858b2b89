import type { LiveSeriesKey, LiveState } from '../../packages/engine/src/index.ts'
import { createBlockPool } from '../../packages/engine/src/stream/block-pool.ts'
import type { PackedPages } from '../../packages/engine/src/stream/packed-pages.ts'

const nothing = new Uint32Array(0)

/** A state of so many series: each goes on from one of those saved, in turn. Their number has to be one of whole pages of sixteen. */
export function repeatState(state: LiveState, size: number, seriesAt: (number: number) => LiveSeriesKey): LiveState {
  const numbers = Array.from({ length: size }, (_, number) => number)
  const cycle = <T>(of: readonly T[], length: number): T[] => Array.from({ length }, (_, k) => of[k % of.length]!)
  const { detectors } = state
  return {
    ...state,
    instances: new Map(),
    episodes: new Map(),
    gaps: new Map(),
    series: numbers.map(seriesAt),
    watches: repeatTable(state.watches, size),
    quiet: repeatTable(state.quiet, size),
    detectors: 'blocks' in detectors ? repeatPages(detectors, size) : cycle(detectors, size),
  }
}

function repeatPages({ blocks, firsts }: PackedPages, size: number): PackedPages {
  const before = createBlockPool(blocks)
  const pool = createBlockPool()
  const repeated = Int32Array.from({ length: Math.ceil(size / 16) }, (_, k) => {
    const page = before.read(firsts[k % firsts.length]!, nothing)
    const lengths = page.subarray(0, 16)
    return pool.write(
      -1,
      page,
      lengths.reduce((sum, length) => sum + length, lengths.length),
    )
  })
  return { count: size, firsts: repeated, blocks: pool.save() }
}

function repeatTable<T extends LiveState['watches'] | LiveState['quiet']>(table: T, size: number): T {
  if (!('columns' in table)) throw new Error('the state was saved by an earlier version')
  const columns = Object.entries(table.columns).map(([name, column]) => {
    if (column instanceof Map) return [name, new Map()]
    const values = column as Float64Array
    return [
      name,
      values.constructor === Float64Array
        ? cycleInto(new Float64Array(size), values)
        : cycleInto(new Uint8Array(size), values),
    ]
  })
  return { length: size, columns: Object.fromEntries(columns) } as T
}

function cycleInto<A extends Float64Array | Uint8Array>(target: A, values: ArrayLike<number>): A {
  for (let k = 0; k < target.length; k++) target[k] = values[k % values.length]!
  return target
}
