import type { PointBatch } from '../../ports/decoded-batch.ts'

/** The points that may be stored, with the series that have any: no series comes about by samples that are left out. */
export function keepWithin({ series, unknown, hashes, times, values }: PointBatch, isWithin: Uint8Array): PointBatch {
  const isKept = (_: unknown, row: number): boolean => isWithin[row] === 1
  const kept = series.filter(isKept)
  const places = new Map([...new Set(kept.filter((number) => number < 0))].map((number, index) => [number, index]))
  const indices = [...places.keys()].map((number) => -1 - number)
  return {
    series: kept.map((number) => (number < 0 ? -1 - places.get(number)! : number)),
    unknown: indices.map((index) => unknown[index]!),
    hashes: Uint32Array.from(indices.flatMap((index) => [...hashes.subarray(4 * index, 4 * index + 4)])),
    times: times.filter(isKept),
    values: values.filter(isKept),
  }
}
