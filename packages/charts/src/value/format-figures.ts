/** A count with its thousands grouped. */
export function formatCount(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(value)
}

const MIN_SHARE = 1e-4

/** A share of one as per cent, written as values in % are; two significant digits if it is small, so that 0.0008 does not read as 0 %, and no less than 0.01 %. A dash for none. */
export function formatShare(share: number | null, locale: string): string {
  if (share === null) return '–'
  if (share > 0 && share < MIN_SHARE) return `< ${formatShare(MIN_SHARE, locale)}`
  const digits = share !== 0 && share < 0.01 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(locale, digits).format(share * 100)}\u00a0%`
}

/** A severity or another mean, with one digit behind the point; a dash for none. */
export function formatSeverity(value: number | null, locale: string): string {
  return value === null ? '–' : new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)
}
