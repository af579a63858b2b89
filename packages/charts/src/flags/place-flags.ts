import type { ChartFlag, TimeDomain } from '../model/chart-types.ts'

/** Width of a drawn flag, px. */
export const FLAG_WIDTH = 9

/** One or more changes at a place. */
export interface PlacedFlags<Flag extends ChartFlag = ChartFlag> {
  x: number
  flags: readonly Flag[]
}

/** By time; one that would stand on the one before it is part of it. */
export function placeFlags<Flag extends ChartFlag>(
  flags: readonly Flag[],
  domain: TimeDomain,
  xOf: (t: number) => number,
): PlacedFlags<Flag>[] {
  const placed: { x: number; flags: Flag[] }[] = []
  const shown = flags.filter(({ at }) => at >= domain.from && at <= domain.to).sort((a, b) => a.at - b.at)
  for (const flag of shown) {
    const x = xOf(flag.at)
    const last = placed.at(-1)
    if (last !== undefined && x - last.x < FLAG_WIDTH) last.flags.push(flag)
    else placed.push({ x, flags: [flag] })
  }
  return placed
}

/** Those whose flag covers a place, or nearly. */
export function flagsAt<Flag extends ChartFlag>(placed: readonly PlacedFlags<Flag>[], x: number): readonly Flag[] {
  return placed.find((one) => x >= one.x - 2 && x <= one.x + FLAG_WIDTH)?.flags ?? []
}
