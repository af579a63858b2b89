import type { ConnectionChoices, ConnectionEstimate, ConnectionTest } from '@omen/sdk'
import { relative } from './clock-times.ts'
import { count, counted, value } from './figures.ts'
import { plain } from './plain.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const SHOWN_CHOICES = 30

const SAMPLE_COLUMNS: Column[] = [
  { title: 'SAMPLE', shrink: 2 },
  { title: 'VALUE', align: 'right', shrink: 1 },
  { title: 'SEEN', align: 'right' },
]
const LINE_COLUMNS: Column[] = [{ title: 'INSTANCE', shrink: 2 }, { title: 'LINE', shrink: 1 }, { title: 'SEEN' }]

/** What came back: samples, what there is to choose from, what fetching it costs. */
export function renderConnectionTest({ samples, choices, estimate }: ConnectionTest, view: View): string {
  const now = view.io.clock.now()
  const isLines = samples.some((sample) => typeof sample.value === 'string')
  const rows = samples.map(({ time, name, value: seen, unit }) => [
    name,
    typeof seen === 'string' ? seen : `${value(seen)}${unit ? ` ${unit}` : ''}`,
    relative(time, now),
  ])
  return [
    table(isLines ? LINE_COLUMNS : SAMPLE_COLUMNS, rows, view.width, view.paint),
    ...choices.map((one) => renderChoices(one, view)),
    describeEstimate(estimate),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function renderChoices({ field, items, total }: ConnectionChoices, { width, paint }: View): string {
  if (items.length === 0) return ''
  const shown = items.slice(0, SHOWN_CHOICES)
  const hasCounts = items.some(({ seriesCount }) => seriesCount !== undefined)
  const columns: Column[] = [{ title: field.toUpperCase(), shrink: 1 }]
  if (hasCounts) columns.push({ title: 'SERIES', align: 'right' })
  const rows = shown.map(({ id, label, seriesCount }) => [
    label === undefined ? id : `${id}  ${label}`,
    ...(hasCounts ? [seriesCount === undefined ? '–' : count(seriesCount)] : []),
  ])
  const rest = total - shown.length
  const more = rest > 0 ? `\n${paint.dim(`and ${count(rest)} more; --search TEXT narrows them`)}` : ''
  return `${table(columns, rows, width, paint)}${more}`
}

/** "12 series, 1,440 calls a day, about $2.10 a day by list price; 12 calls for a day of the past". */
function describeEstimate({ seriesCount, callsPerDay, usdPerDay, callsPerBackfilledDay }: ConnectionEstimate): string {
  const parts = [
    ...(seriesCount === undefined ? [] : [counted(seriesCount, 'series', 'series')]),
    `${counted(Math.round(callsPerDay), 'call')} a day`,
    ...(usdPerDay === undefined ? [] : [`about $${usdPerDay.toFixed(2)} a day by list price`]),
  ]
  return plain(`${parts.join(', ')}; ${counted(Math.round(callsPerBackfilledDay), 'call')} for a day of the past`)
}
