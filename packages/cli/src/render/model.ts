import type { Model, ModelVersion } from '@omen/sdk'
import { timeWriter } from './clock-times.ts'
import { truncate } from './display-width.ts'
import { count, counted, percent, size } from './figures.ts'
import { plain } from './plain.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'VERSION', align: 'right' },
  { title: 'STATE' },
  { title: 'ROWS', align: 'right' },
  { title: 'SERIES', align: 'right' },
  { title: 'SIZE', align: 'right' },
  { title: 'TRAINED ON', shrink: 2 },
  { title: 'FILE', shrink: 1 },
]

/** A model with its versions, newest first, and its false positive rate on normal data. */
export function renderModel(model: Model & { versions: readonly ModelVersion[] }, view: View): string {
  const { paint, width } = view
  const shared = model.sharedWith.length > 0 ? `, shared with ${model.sharedWith.join(', ')}` : ''
  const owner = model.mine ? '' : ` of ${plain(model.modelUserName)}`
  const series = (model.series ?? []).map(({ seriesId }) => plain(seriesId))
  const rows = model.versions.map((version) => versionRow(version, view))
  return [
    `${paint.bold(plain(model.modelName))} (${model.modelType})${owner}, id ${model.id}${shared}`,
    ...(series.length > 0
      ? [truncate(`${counted(series.length, 'series', 'series')}: ${series.join(', ')}`, width)]
      : []),
    ...calibrationLine(model.live),
    table(COLUMNS, rows, width, paint),
  ].join('\n')
}

function versionRow(version: ModelVersion, { paint, io }: View): Cell[] {
  const { trainedFrom: from, trainedTo: to, state } = version
  const stateText = version.live ? 'live' : state
  const number = (given: number | null | undefined) => (typeof given === 'number' ? count(given) : '–')
  const write = timeWriter(io.timeZone, { from: from ?? 0, to: to ?? 0 })
  const range = from && to ? `${write.full(from).slice(0, 10)} – ${write.full(to).slice(0, 10)}` : '–'
  return [
    `v${version.version}`,
    state === 'failed' ? { text: 'failed', shown: paint.red('failed') } : stateText,
    number(version.rows),
    number(version.seriesCount),
    typeof version.bytes === 'number' ? size(version.bytes) : '–',
    version.failure ? plain(version.failure.message) : range,
    version.uploadFileName ?? '–',
  ]
}

function calibrationLine(live: ModelVersion | undefined): string[] {
  const points = live?.calibration?.points ?? []
  if (points.length === 0) return []
  const parts = points.map(({ nominal, observed }) => `${percent(nominal)} → ${percent(observed)}`)
  return [`Normal samples flagged, nominal → observed: ${parts.join(', ')}`]
}
