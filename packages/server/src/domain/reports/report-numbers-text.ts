import type { Locale } from '../errors.ts'

/** Two significant digits if it is small, so that 0.0008 does not read as 0 %. */
export function shareText(share: number | null, locale: Locale): string {
  if (share === null) return '–'
  const digits = share !== 0 && share < 0.01 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(locale, digits).format(share * 100)}\u00a0%`
}

/** A severity, with one digit behind the point. */
export function degreeText(severity: number | null, locale: Locale): string {
  return severity === null ? '–' : new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(severity)
}

export function countText(count: number, locale: Locale): string {
  return count.toLocaleString(locale)
}
