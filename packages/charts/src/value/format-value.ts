import { fittingStep, knownUnit } from './units.ts'

const NBSP = '\u00a0'
const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string, fractionDigits: number): Intl.NumberFormat {
  const key = `${locale} ${fractionDigits}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { maximumFractionDigits: fractionDigits })
    formats.set(key, format)
  }
  return format
}

/** Three significant digits, but never fewer than all digits before the point. */
function fractionDigits(value: number): number {
  const size = Math.abs(value)
  if (size === 0 || size >= 100) return size >= 100 || size === 0 ? 0 : 1
  return Math.min(12, 2 - Math.floor(Math.log10(size)))
}

/** A unit after a figure: `MB`, `k req/s`, and `/s` for things a second, right behind it. */
function unitText(symbol: string, suffix: string): string {
  return suffix.startsWith('/') ? symbol + suffix : [symbol, suffix].filter(Boolean).join(NBSP)
}

function withUnit(figure: string, unit: string): string {
  return unit === '' || unit.startsWith('/') ? figure + unit : figure + NBSP + unit
}

function plain(value: number, locale: string, digits: number = fractionDigits(value)): string {
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-6 || size >= BEYOND_NAMES)) return value.toExponential(2)
  const rounded = numberFormat(locale, digits).format(value)
  return rounded === '-0' ? '0' : rounded
}

// Below this a count is written out in full (thousands grouped): "12,400 req/s" reads better than "12.4 k req/s".
const FULL_COUNT = 100_000
const BEYOND_NAMES = 1e15

/** A value with its unit, scaled to a readable size: `98 %`, `1.46 GB`, `3.2 s`, `12,400`; an en dash for a gap. */
export function formatValue(value: number | null | undefined, unit: string, locale: string): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞'
  const { scale, factor, suffix } = knownUnit(unit)
  const isCount = scale.steps[0]!.symbol === ''
  const size = Math.abs(value)
  if (isCount && (size < FULL_COUNT || size >= BEYOND_NAMES)) return withUnit(plain(value, locale), suffix)
  const step = fittingStep(scale, value * factor)
  return withUnit(plain((value * factor) / step.factor, locale), unitText(step.symbol, suffix))
}

/** Low to high with the unit once: `20–45 %`; one value where both are the same. */
export function formatSpan(low: number | null, high: number | null, unit: string, locale: string): string {
  const to = formatValue(high, unit, locale)
  if (low === null || high === null || low === high) return formatValue(low ?? high, unit, locale)
  const from = formatValue(low, unit, locale)
  const figure = /^[^\u00a0/]*/.exec(from)![0]
  const toUnit = to.slice(/^[^\u00a0/]*/.exec(to)![0].length)
  if (from === to) return to
  return from === figure + toUnit ? `${figure}–${to}` : `${from} – ${to}`
}

/** Decimals that write a step exactly: 2 for 0.25. */
function decimalsOf(step: number): number {
  for (let digits = 0; digits < 12; digits++) {
    const scaled = step * 10 ** digits
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * Math.max(1, scaled) && (scaled >= 1 || step === 0)) return digits
  }
  return 12
}

export interface AxisFormat {
  /** Shown once above the axis. */
  unitLabel: string
  format: (value: number) => string
}

/** One unit for a whole axis, and ticks with as many decimals as their step needs. */
export function axisFormat(ticks: readonly number[], unit: string, locale: string): AxisFormat {
  const { scale, factor, suffix } = knownUnit(unit)
  const largest = Math.max(0, ...ticks.map(Math.abs))
  const step = fittingStep(scale, largest * factor)
  const ratio = factor / step.factor
  const gap = ticks.length > 1 ? Math.abs(ticks[1]! - ticks[0]!) * ratio : largest * ratio
  return {
    unitLabel: unitText(step.symbol, suffix),
    format: (value) => plain(value * ratio, locale, decimalsOf(gap)),
  }
}
