const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 365.25 * DAY

/** Longer than anybody watches. */
const NEVER = 1_000 * YEAR

const UNITS: readonly (readonly [from: number, ms: number, unit: 'hour' | 'day' | 'month' | 'year'])[] = [
  [2 * YEAR, YEAR, 'year'],
  [60 * DAY, YEAR / 12, 'month'],
  [2 * DAY, DAY, 'day'],
  [0, HOUR, 'hour'],
]

/**
 * How often normal data does what has this tail probability a sample, in words: "once in about 4 years of such data". Undefined
 * without a sampling interval, for what is no probability, and for what happens every hour.
 */
export function describeRarity(
  probability: number | null | undefined,
  intervalMs: number | null | undefined,
  locale: 'en' | 'zh-CN',
): string | undefined {
  if (probability == null || !(probability >= 0 && probability <= 1) || !intervalMs) return undefined
  const every = intervalMs / probability
  if (every >= NEVER) return locale === 'en' ? 'practically never in such data' : '此类数据中几乎从不出现'
  if (every < HOUR) return undefined
  const [, ms, unit] = UNITS.find(([from]) => every >= from)!
  const count = Math.max(1, Math.round(every / ms))
  const span = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  return locale === 'en' ? `once in about ${span} of such data` : `此类数据中约每 ${span}出现一次`
}
