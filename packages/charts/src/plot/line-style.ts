import type { ChartLine } from '../model/chart-types.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'

export interface LineStyle {
  color: string
  width: number
  opacity: number
  dash: string | undefined
}

// Beyond eight lines the hues repeat, distinguished by dashes.
const FORECAST_DASH = '4 3'
const DASHES = [undefined, '5 3', '1.5 2.5', '8 3 2 3']

/** How each line is drawn: eight hues in order, peers grey and thin, outliers warm; one in focus is ink, and all others are its peers. */
export function lineStyles(
  lines: readonly ChartLine[],
  tokens: ChartTokens,
  focusLineId?: string | null | undefined,
): Map<string, LineStyle> {
  const styles = new Map<string, LineStyle>()
  let next = 0
  const hasFocus = lines.some((line) => line.id === focusLineId)
  for (const line of lines) {
    const index = line.tone ? 0 : (line.colorIndex ?? next++)
    const isFocus = line.id === focusLineId
    const isForecast = line.tone === 'forecast'
    const isOutlier = line.tone === 'outlier'
    const isPeer = !isFocus && !isForecast && !isOutlier && (hasFocus || line.tone === 'peer')
    const hue = tokens.lines[index % tokens.lines.length]!
    const color = isOutlier ? tokens.outlier : isFocus || isForecast ? tokens.text : isPeer ? tokens.peer : hue
    styles.set(line.id, {
      color,
      width: isFocus ? 1.75 : isPeer ? 1 : 1.5,
      opacity: isPeer ? 0.7 : 1,
      dash: isForecast
        ? FORECAST_DASH
        : line.tone || hasFocus
          ? undefined
          : DASHES[Math.floor(index / tokens.lines.length) % DASHES.length],
    })
  }
  return styles
}
