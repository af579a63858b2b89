import type { OutlierComparison, PeerMember } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import { type TimeWriter, timeWriter } from './clock-times.ts'
import { truncate } from './display-width.ts'
import { duration } from './duration.ts'
import { count, counted, percent } from './figures.ts'
import { plain } from './plain.ts'
import { signedValue } from './signed.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

type Group = OutlierComparison['groups'][number]
type Outlier = PeerMember & Pick<Group, 'metric' | 'service'>
type Span = PeerMember['spans'][number]

const SHOWN_MEMBERS = 20
const SHOWN_SPANS = 20

/** Instances that stood off, the farthest and longest first, then when they did. */
export function renderOutliers(name: string, { from, to, stepMs, groups }: OutlierComparison, view: View): string {
  const { paint, width, io } = view
  const times = timeWriter(io.timeZone, { from, to, intervalMs: stepMs })
  const compared = groups.filter(({ kind }) => kind === 'compared')
  const members = compared.flatMap((group) => group.members.map((member): Outlier => ({ ...group, ...member })))
  const off = members.filter(({ spans }) => spans.length > 0).sort((a, b) => excess(b) - excess(a))
  const head = `${name} · ${times.full(from)} to ${times.full(to)}, times in ${times.zone}`
  const compare = `${counted(members.length, 'series', 'series')} of ${counted(compared.length, 'metric')}`
  const verdict =
    off.length === 0
      ? `No instance stands off; ${compare} compared.`
      : `${count(off.length)} of ${compare} ${off.length === 1 ? 'stands' : 'stand'} off.`
  const lines = [paint.dim(truncate(plain(head), width)), paint.bold(truncate(verdict, width))]
  if (off.length === 0) return lines.join('\n')
  lines.push('', table(MEMBER_COLUMNS, off.slice(0, SHOWN_MEMBERS).map(memberRow), width, paint))
  if (off.length > SHOWN_MEMBERS)
    lines.push(`and ${count(off.length - SHOWN_MEMBERS)} more; --out or --json has them all`)
  const spans = off.flatMap((member) => member.spans.map((span) => ({ member, span })))
  lines.push(
    '',
    table(
      SPAN_COLUMNS,
      spans.slice(0, SHOWN_SPANS).map(({ member, span }) => spanRow(member, span, times)),
      width,
      paint,
    ),
  )
  if (spans.length > SHOWN_SPANS)
    lines.push(`and ${count(spans.length - SHOWN_SPANS)} more; --out or --json has them all`)
  return lines.join('\n')
}

const MEMBER_COLUMNS: Column[] = [
  { title: 'INSTANCE', shrink: 1 },
  { title: 'METRIC', shrink: 2 },
  { title: 'OF THE TIME', align: 'right' },
  { title: 'SPANS', align: 'right' },
  { title: 'FARTHEST', align: 'right' },
]

function memberRow({ instance, seriesId, metric, service, share, spans, distance }: Outlier): string[] {
  const name = service === undefined ? metric : `${metric} of ${service}`
  return [plain(instance || seriesId), plain(name), percent(share), count(spans.length), signedValue(round(distance))]
}

const SPAN_COLUMNS: Column[] = [
  { title: 'FROM' },
  { title: 'TO' },
  { title: 'LASTED', align: 'right' },
  { title: 'DISTANCE', align: 'right' },
  { title: 'SERIES', shrink: 1 },
]

function spanRow({ seriesId }: Outlier, { start, end, distance }: Span, times: TimeWriter): string[] {
  return [times.at(start), times.at(end), duration(end - start), signedValue(round(distance)), plain(seriesId)]
}

function round(distance: number): number {
  return Number(distance.toPrecision(3))
}

function excess({ spans }: PeerMember): number {
  return spans.reduce((sum, { distance, rows }) => sum + Math.abs(distance) * rows, 0)
}

/** Metrics that were not compared, and series that were left out, a line each; empty if there were none. */
export function outlierRemarks({ groups, seriesTotal, seriesCompared }: OutlierComparison): string {
  const small = groups.filter(({ kind }) => kind !== 'compared')
  const remarks: string[] = []
  if (small.length > 0) {
    const names = small.slice(0, 5).map(({ metric }) => metric)
    const rest = small.length > names.length ? `, and ${count(small.length - names.length)} more` : ''
    remarks.push(`Not compared, for want of ${small[0]!.need ?? 3} instances: ${plain(names.join(', '))}${rest}.`)
  }
  if (seriesCompared < seriesTotal)
    remarks.push(
      `Only ${count(seriesCompared)} of ${count(seriesTotal)} series were compared: choose some by --metric.`,
    )
  return remarks.join('\n')
}

/** The comparison as JSON: times in epoch milliseconds, without lines. */
export function outliersJson({ success: _, shown: __, states: ___, ...found }: OutlierComparison): object {
  return found
}

const COLUMNS = 'series,metric,service,instance,start,end,rows,distance,side,share'

/** The spans as CSV, the farthest instance first: times in epoch milliseconds, `share` of the instance's whole time. */
export function outliersCsv({ groups }: OutlierComparison): string {
  const rows = groups.flatMap(({ metric, service = '', members }) =>
    members.flatMap(({ seriesId, instance, share, spans }) =>
      spans.map(({ start, end, rows: length, distance, side }) =>
        csvRow([seriesId, metric, service, instance, start, end, length, distance, side, share]),
      ),
    ),
  )
  return `${[COLUMNS, ...rows].join('\n')}\n`
}
