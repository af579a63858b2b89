import type { SeriesForecast } from '@omen/engine'
import { csvRow } from '@omen/sdk/rules'

/** The forecasts as CSV, series after series: times in epoch milliseconds, the range and its middle. Yields one chunk per series. */
export function* forecastCsv(forecasts: readonly SeriesForecast[]): Generator<string> {
  yield 'timestamp,series,low,mid,high\n'
  for (const { series, forecast } of forecasts) {
    const { times, low, mid, high } = forecast
    const rows = Array.from(times, (time, step) => csvRow([time, series, low[step]!, mid[step]!, high[step]!]))
    yield `${rows.join('\n')}\n`
  }
}
