import type { ReportSchedule } from '@omen/sdk'
import { plain } from './plain.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'ID', shrink: 2 },
  { title: 'EVERY' },
  { title: 'AT' },
  { title: 'NEXT' },
  { title: 'REPORT ON', shrink: 1 },
  { title: 'TO', shrink: 1 },
]

/** Schedules of reports, one per line; what is wrong with one stands below. */
export function renderSchedules(schedules: readonly ReportSchedule[], { paint, width, io }: View): string {
  const rows = schedules.map(({ id, every, hour, timeZone, nextAt, projectNames, recipients }) => [
    id,
    every,
    `${String(hour).padStart(2, '0')}:00 ${timeZone}`,
    nextAt === null ? 'stopped' : momentIn(nextAt, io.timeZone),
    projectNames?.join(', ') ?? 'all projects',
    recipients.join(', '),
  ])
  const remarks = schedules.flatMap(({ id, stoppedText, lastError, unsubscribed }) => [
    ...(stoppedText === null ? [] : [plain(`${id} has stopped: ${stoppedText}`)]),
    ...(lastError === null ? [] : [plain(`${id}: ${lastError}`)]),
    ...(unsubscribed.length === 0 ? [] : [plain(`${unsubscribed.join(', ')} unsubscribed from ${id}.`)]),
  ])
  return [table(COLUMNS, rows, width, paint), ...remarks].join('\n')
}

function momentIn(time: number, timeZone: string): string {
  const options = { dateStyle: 'short', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat('sv', options).format(time)
}
