import { BAR_HEIGHT } from './highlight-merge.ts'

/** A triangle in the bar's box: apex up for above normal, down for below. */
export function trianglePath(x: number, width: number, isBelow: boolean): string {
  const apex = x + width / 2
  return isBelow
    ? `M${x},0L${x + width},0L${apex},${BAR_HEIGHT}Z`
    : `M${x},${BAR_HEIGHT}L${x + width},${BAR_HEIGHT}L${apex},0Z`
}
