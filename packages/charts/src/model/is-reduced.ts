import type { ChartLine } from './chart-types.ts'
import { valueAt } from './sample-lookup.ts'

/** True if a bucket of the interval stands for more than one value: min and max differ. */
export function isReduced(
  line: Pick<ChartLine, 'times' | 'min' | 'max'>,
  first = 0,
  last: number = line.times.length,
): boolean {
  if (line.min === line.max) return false
  for (let i = first; i < last; i++) {
    if (valueAt(line.min, i) !== valueAt(line.max, i)) return true
  }
  return false
}
