/** Decimals of every value but a whole number: enough for a chart, few enough for a small file. */
const DECIMALS = 3

export function csvHeader(names: readonly string[]): string {
  return `timestamp,${names.join(',')}\n`
}

/** One line; a gap is written as NaN. */
export function csvLine(time: number, row: Float64Array, digits: number = DECIMALS): string {
  let line = String(time)
  for (let c = 0; c < row.length; c++) line += `,${csvValue(row[c]!, digits)}`
  return `${line}\n`
}

export function toCsv(data: {
  times: Float64Array
  columns: readonly Float64Array[]
  names: readonly string[]
}): string {
  const row = new Float64Array(data.columns.length)
  const lines = [csvHeader(data.names)]
  data.times.forEach((time, r) => {
    data.columns.forEach((column, c) => {
      row[c] = column[r]!
    })
    lines.push(csvLine(time, row))
  })
  return lines.join('')
}

function csvValue(value: number, digits: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return value === 0 ? '0' : value.toFixed(digits)
}
