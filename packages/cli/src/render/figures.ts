const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** A count with its thousands grouped: 2,043. */
export function count(value: number): string {
  return grouped.format(value)
}

/** A count with its noun: "1 anomaly", "3 anomalies". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** A share of one as per cent: "3.1 %", "0 %", "< 0.1 %". */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1 %'
  return `${Number((share * 100).toFixed(1))} %`
}

/** A size: "480 kB", "200 MB". Decimal units, as disks are sold. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(2))} ${units[power - 1]}`
}

/** A value of a series, short: four significant digits, no exponent between 0.001 and 10 million. */
export function value(number: number | null | undefined): string {
  if (number === null || number === undefined) return '–'
  if (number === 0) return '0'
  const size = Math.abs(number)
  if (size < 0.001 || size >= 1e7) return number.toExponential(2)
  return new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 }).format(number)
}
