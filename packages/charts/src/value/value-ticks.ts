import { knownUnit } from './units.ts'

/** Steps of 1, 2 or 5 times a power of ten. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const share = rough / power
  return (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10) * power
}

/** Round values inside [min, max], about `count` of them; none for an empty or infinite span. */
export function valueTicks(min: number, max: number, count: number, unit = ''): number[] {
  const span = max - min
  if (!(span > 0) || !Number.isFinite(span) || count < 1) return []
  const { scale, factor } = knownUnit(unit)
  // Values in MiB are written in MB: steps are chosen in bytes
  const base = scale.others === undefined ? 1 : factor
  const step = niceStep((span * base) / count) / base
  const first = Math.ceil(min / step - 1e-9)
  const last = Math.floor(max / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => trim((first + i) * step))
}

// 3 * 0.1 is 0.30000000000000004; a tick should not show it. Zero should not be negative.
function trim(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(12))
}
