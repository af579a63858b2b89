import type { ChartLine } from '../model/chart-types.ts'

/** The lines whose range is drawn: one with its expected band, and every forecast. */
export function bandLines(lines: readonly ChartLine[], focusLineId: string | null | undefined): ChartLine[] {
  const forecasts = lines.filter(({ tone }) => tone === 'forecast')
  const id = bandLineId(
    lines.filter(({ tone }) => tone !== 'forecast'),
    focusLineId,
  )
  return [...lines.filter((line) => line.id === id), ...forecasts]
}

/** The line whose expected band is drawn: the focused one, else the only one that has one among outliers and peers, else the first with findings. Several would be unreadable. */
function bandLineId(lines: readonly ChartLine[], focusLineId: string | null | undefined): string | null {
  if (focusLineId) return lines.find((line) => line.id === focusLineId && line.expected)?.id ?? null
  const banded = lines.filter((line) => line.expected && line.tone !== 'peer')
  if (lines.length === 1 || (banded.length === 1 && lines.some(({ tone }) => tone === 'peer')))
    return banded[0]?.id ?? null
  return banded.find((line) => line.flagged?.length)?.id ?? null
}
