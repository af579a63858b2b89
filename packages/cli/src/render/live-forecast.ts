import type { ForecastSummary, SeriesOutlook } from '../results/live-forecast.ts'
import { pad } from './display-width.ts'
import { count } from './figures.ts'
import { forecastHeading, missingText, quietText, shorterText } from './forecast-coverage.ts'
import { boundsText, clockTime, outlookText, type Viewpoint } from './outlook.ts'
import type { Paint } from './paint.ts'

const MAX_SHOWN = 5

/** The forecast of a screen as lines: what it says of series, the soonest first, and which series have none. */
export function forecastLines(forecast: ForecastSummary | undefined, view: Viewpoint, paint: Paint): string[] {
  if (forecast === undefined) return [paint.bold('Forecast'), paint.dim('Not ready yet.')]
  const { outlooks, until } = forecast
  if (until <= view.now) return [paint.bold('Forecast'), `The last one ended at ${clockTime(until, view)}.`]
  const shown = outlooks.slice(0, MAX_SHOWN)
  const whens = shown.map((outlook) => whenText(outlook, view))
  const widest = Math.max(...whens.map((when) => when.length))
  const hidden = outlooks.length - MAX_SHOWN
  const lines = [
    paint.bold(forecastHeading(forecast, view)),
    quietText(forecast, view),
    ...shown.map((outlook, at) => outlookLine(outlook, pad(whens[at]!, widest), view, paint)),
    hidden > 0 ? paint.dim(`and ${count(hidden)} more`) : '',
    paint.dim(shorterText(forecast, view)),
    paint.dim(missingText(forecast)),
  ]
  return lines.filter((line) => line !== '')
}

/** "◇ ▲      13:35  cpu on node3 leaves the range of its history (above 66.1), between 13:10 and 14:20": time first, as lines are cut. */
function outlookLine(outlook: SeriesOutlook, when: string, view: Viewpoint, paint: Paint): string {
  const bounds = outlook.about === null ? '' : boundsText(outlook, view)
  const text = `${outlookText(outlook, view)}${bounds && `, ${bounds}`}`
  return `${outlookMark(outlook.side, paint)}  ${when}  ${text}`
}

function whenText({ about }: SeriesOutlook, view: Viewpoint): string {
  if (about === null) return ''
  return about > view.now ? clockTime(about, view) : 'now'
}

/** As wide as a severity mark. */
export function outlookMark(side: SeriesOutlook['side'] | undefined, paint: Paint): string {
  return `${paint.dim('◇')} ${side === undefined ? '·' : side === 'above' ? '▲' : '▼'}    `
}
