import type { ProjectEvent } from '@omen/sdk'
import { timeWriter } from './clock-times.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'TIME' },
  { title: 'KIND' },
  { title: 'TITLE', shrink: 1 },
  { title: 'ON', shrink: 2 },
  { title: 'BY' },
  { title: 'ID' },
]

/** Changes of a project, one per line; nothing where there are none. */
export function renderEvents(events: readonly ProjectEvent[], { paint, width, io }: View): string {
  if (events.length === 0) return ''
  const times = events.map(({ at }) => at)
  const write = timeWriter(io.timeZone, { from: Math.min(...times), to: Math.max(...times) })
  const rows = events.map(({ at, kind, title, instances, by, id }): Cell[] => [
    write.full(at),
    kind,
    title,
    instances.length === 0 ? 'all' : instances.join(', '),
    by,
    id,
  ])
  return table(COLUMNS, rows, width, paint)
}
