import type { Foretold } from '../forecast/foretell-frame.ts'
import { spreadsheetRow } from './spreadsheet-row.ts'

/** The forecasts as CSV, series after series: times in epoch milliseconds, the range and its middle. In pieces of a series. */
export function* forecastCsv(foretold: readonly Foretold[]): Generator<string> {
  yield 'timestamp,series,low,mid,high\n'
  for (const { series, forecast } of foretold) {
    const { times, low, mid, high } = forecast
    const rows = Array.from(times, (time, step) => spreadsheetRow([time, series, low[step]!, mid[step]!, high[step]!]))
    yield `${rows.join('\n')}\n`
  }
}
