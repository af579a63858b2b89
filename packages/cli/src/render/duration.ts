const UNITS: [name: string, ms: number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
]

/** A duration in its one or two largest units, rounded as on the page: "850ms", "45s", "11m", "2h 5m", "3d 4h". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`
  const at = UNITS.findIndex(([, length]) => ms >= length)
  const [name, length] = UNITS[at]!
  const smaller = UNITS[at + 1]
  const whole = Math.floor(ms / length)
  // Seconds add nothing to a long duration.
  const step = !smaller || (name === 'm' && whole >= 10) ? length : smaller[1]
  const rounded = Math.round(ms / step) * step
  // May be a larger unit
  if (rounded !== ms) return duration(rounded)
  if (!smaller || step === length) return `${whole}${name}`
  const rest = (ms - whole * length) / smaller[1]
  return rest === 0 ? `${whole}${name}` : `${whole}${name} ${rest}${smaller[0]}`
}

const lengths: Readonly<Record<string, number>> = { ...Object.fromEntries(UNITS), ms: 1, w: 7 * 86_400_000 }

/** Milliseconds of "90s", "30m", "2h", "1d" or "2w"; undefined for anything else, also for a number without a unit other than 0. */
export function parseDuration(text: string): number | undefined {
  if (/^0+$/.test(text.trim())) return 0
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|w)$/.exec(text.trim()) ?? []
  return digits === undefined ? undefined : Number(digits) * lengths[unit]!
}
