/** A unit of a scale: 1,000 kB are 1 MB, 1,000 ms are 1 s. */
interface UnitStep {
  symbol: string
  factor: number
}

export interface UnitScale {
  steps: readonly UnitStep[]
  /** Units that values may come in, and are not written in. */
  others?: readonly UnitStep[]
}

/** Decimal, as disks and networks are measured. */
const bytes = (suffix = ''): UnitScale => ({
  steps: ['B', 'kB', 'MB', 'GB', 'TB', 'PB'].map((symbol, i) => ({ symbol: symbol + suffix, factor: 1000 ** i })),
  others: ['KiB', 'MiB', 'GiB', 'TiB'].map((symbol, i) => ({ symbol: symbol + suffix, factor: 1024 ** (i + 1) })),
})
const TIME: UnitScale = {
  steps: [
    { symbol: 'ns', factor: 1e-6 },
    { symbol: 'µs', factor: 1e-3 },
    { symbol: 'ms', factor: 1 },
    { symbol: 's', factor: 1000 },
    { symbol: 'min', factor: 60_000 },
    { symbol: 'h', factor: 3_600_000 },
  ],
}
const COUNT: UnitScale = {
  steps: ['', 'k', 'M', 'G', 'T'].map((symbol, i) => ({ symbol, factor: 1000 ** i })),
}

const scales: readonly UnitScale[] = [bytes(), bytes('/s'), TIME]
const ALIASES: Record<string, string> = {
  bytes: 'B',
  byte: 'B',
  kb: 'kB',
  mb: 'MB',
  gb: 'GB',
  'bytes/s': 'B/s',
  'kb/s': 'kB/s',
  percent: '%',
  pct: '%',
  us: 'µs',
  sec: 's',
  seconds: 's',
  milliseconds: 'ms',
}

export interface KnownUnit {
  scale: UnitScale
  /** How many of the scale's base one given unit is: 1,048,576 for MiB. */
  factor: number
  /** Written after the scale's own symbol: `req/s` in `12 k req/s`. */
  suffix: string
}

/** Parses bytes, bytes per second and times in any of their sizes; any other unit is a plain count. */
export function knownUnit(unit: string): KnownUnit {
  const name = ALIASES[unit.toLowerCase()] ?? unit
  for (const scale of scales) {
    const step = [...scale.steps, ...(scale.others ?? [])].find((s) => s.symbol === name)
    if (step) return { scale, factor: step.factor, suffix: '' }
  }
  return { scale: COUNT, factor: 1, suffix: name }
}

/** The size that writes a value with one to four digits before the point. */
export function fittingStep(scale: UnitScale, base: number): UnitStep {
  const size = Math.abs(base)
  const smallest = scale.steps[0]!
  if (size === 0 || !Number.isFinite(size)) return scale.steps.find((s) => s.factor === 1) ?? smallest
  return scale.steps.findLast((s) => size >= s.factor * 0.9995) ?? smallest
}
