import type { ModelDisplay } from '@omen/sdk'
import { counted, percent, value } from './figures.ts'
import { plain } from './plain.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'SERIES', shrink: 1 },
  { title: 'LOW', align: 'right' },
  { title: 'EXPECTED', align: 'right' },
  { title: 'HIGH', align: 'right' },
]

/** What a model learned: the expected range of every series, its groups, its false positive rate on normal data. */
export function renderDisplay(display: ModelDisplay, { paint, width }: View): string {
  const { modelName, modelType, modelUserName, version, bands, groups, calibration, map } = display
  const rows = bands.map(({ seriesId, low, mid, high }) => [seriesId, value(low), value(mid), value(high)])
  const points = calibration.points.map((point) => `${percent(point.nominal)} → ${percent(point.observed)}`)
  return [
    `${paint.bold(plain(modelName))} v${version} (${modelType}) of ${plain(modelUserName)}`,
    ...(points.length > 0 ? [`Normal samples flagged, nominal → observed: ${points.join(', ')}`] : []),
    ...(map
      ? [
          `Map of ${map.width}×${map.height} states from ${counted(map.seriesIds.length, 'series', 'series')} (--json has it)`,
        ]
      : []),
    ...groups.map(({ name, seriesIds }) => `Group ${plain(name)}: ${seriesIds.map(plain).join(', ')}`),
    table(COLUMNS, rows, width, paint),
  ].join('\n')
}
