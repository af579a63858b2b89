import type { Model } from '@omen/sdk'
import { relative } from './clock-times.ts'
import { count } from './figures.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'MODEL', shrink: 1 },
  { title: 'TYPE' },
  { title: 'LIVE', align: 'right' },
  { title: 'STATE' },
  { title: 'SERIES', align: 'right' },
  { title: 'TRAINED', align: 'right' },
  { title: 'OWNER', shrink: 2 },
]

/** Models, one per line; failed ones first. */
export function renderModels(models: readonly Model[], { paint, width, io }: View): string {
  const now = io.clock.now()
  const failedFirst = [...models].sort((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'))
  const rows = failedFirst.map((model): Cell[] => [
    model.modelName,
    model.modelType,
    model.live ? `v${model.live.version} of ${model.versionCount}` : `– of ${model.versionCount}`,
    model.state === 'failed' ? { text: 'failed', shown: paint.red('failed') } : model.state,
    model.live?.seriesCount ? count(model.live.seriesCount) : '–',
    relative(model.live?.createdAt ?? model.updatedAt, now),
    model.mine ? 'you' : model.modelUserName,
  ])
  return table(COLUMNS, rows, width, paint)
}
