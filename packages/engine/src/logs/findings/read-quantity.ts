/** Source: SI and IEC 80000-13. */
const seconds = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, sec: 1, secs: 1, min: 60, h: 3600 }
const bytes = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 }
const units: Readonly<Record<string, number>> = { '': 1, '%': 1, ...seconds, ...bytes }

const quantity = /^\s*([-+]?\d{1,30}(?:\.\d{1,30})?)\s?([A-Za-zµ%]{0,4})\s*$/

/** A number, with its unit of time or size in seconds or bytes; NaN for what is no quantity, as a name or an address. */
export function readQuantity(text: string): number {
  const [, digits, unit = ''] = quantity.exec(text) ?? []
  return digits === undefined ? Number.NaN : Number(digits) * (units[unit] ?? Number.NaN)
}
