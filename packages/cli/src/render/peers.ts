import type { ComparedPeers, PeerMember, PeerSpan } from '@omen/engine'
import type { FrameFile } from '../io/read-frame.ts'
import { type TimeWriter, timeWriter } from './clock-times.ts'
import { truncate } from './display-width.ts'
import { duration } from './duration.ts'
import { count, counted, percent } from './figures.ts'
import { plain } from './plain.ts'
import { signedValue } from './signed.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const SHOWN_MEMBERS = 20
const SHOWN_SPANS = 20

/** The deviating instances as text: the ranking, then their spans. */
export function renderPeers({ name, frame }: FrameFile, { compared }: ComparedPeers, view: View): string {
  const { paint, width, io } = view
  const range = { from: frame.times[0] ?? 0, to: frame.times.at(-1) ?? 0 }
  const times = timeWriter(io.timeZone, { ...range, intervalMs: frame.stepMs })
  const members = compared.flatMap((group) => group.members)
  const off = members.filter(({ spans }) => spans.length > 0).sort((a, b) => excess(b) - excess(a))
  const head = `${name} · ${times.full(range.from)} to ${times.full(range.to)}, times in ${times.zone}`
  const compare = `${counted(members.length, 'series', 'series')} of ${counted(compared.length, 'group')}`
  const verdict =
    off.length === 0
      ? `No instance stands off; ${compare} compared.`
      : `${count(off.length)} of ${compare} ${off.length === 1 ? 'stands' : 'stand'} off.`
  const lines = [paint.dim(truncate(plain(head), width)), paint.bold(truncate(verdict, width))]
  if (off.length === 0) return lines.join('\n')
  lines.push('', table(MEMBER_COLUMNS, off.slice(0, SHOWN_MEMBERS).map(memberRow), width, paint))
  if (off.length > SHOWN_MEMBERS)
    lines.push(`and ${count(off.length - SHOWN_MEMBERS)} more; --out or --json has them all`)
  const spans = off.flatMap(({ seriesId, spans }) => spans.map((span) => ({ seriesId, span })))
  const rows = spans.slice(0, SHOWN_SPANS).map(({ seriesId, span }) => spanRow(seriesId, span, frame.stepMs, times))
  lines.push('', table(SPAN_COLUMNS, rows, width, paint))
  if (spans.length > SHOWN_SPANS)
    lines.push(`and ${count(spans.length - SHOWN_SPANS)} more; --out or --json has them all`)
  return lines.join('\n')
}

const MEMBER_COLUMNS: Column[] = [
  { title: 'SERIES', shrink: 1 },
  { title: 'OF THE TIME', align: 'right' },
  { title: 'SPANS', align: 'right' },
  { title: 'FARTHEST', align: 'right' },
]

function memberRow({ seriesId, share, spans }: PeerMember): string[] {
  const farthest = spans.reduce((far, { distance }) => (Math.abs(distance) > Math.abs(far) ? distance : far), 0)
  return [seriesId, percent(share), count(spans.length), signedValue(round(farthest))]
}

const SPAN_COLUMNS: Column[] = [
  { title: 'FROM' },
  { title: 'TO' },
  { title: 'LASTED', align: 'right' },
  { title: 'DISTANCE', align: 'right' },
  { title: 'SERIES', shrink: 1 },
]

function spanRow(seriesId: string, { start, end, distance }: PeerSpan, stepMs: number, times: TimeWriter): string[] {
  return [times.at(start), times.at(end), duration(end - start + stepMs), signedValue(round(distance)), seriesId]
}

function round(distance: number): number {
  return Number(distance.toPrecision(3))
}

function excess({ spans }: PeerMember): number {
  return spans.reduce((sum, { distance, rows }) => sum + Math.abs(distance) * rows, 0)
}

/** Groups that were too small to be compared, on one line; empty if there were none. */
export function peerRemarks({ tooSmall }: ComparedPeers): string {
  const [first] = tooSmall
  if (first === undefined) return ''
  const names = tooSmall
    .slice(0, 5)
    .map(({ metric, service }) => (service === undefined ? metric : `${metric} of ${service}`))
  const rest = tooSmall.length > names.length ? `, and ${count(tooSmall.length - names.length)} more` : ''
  return `Not compared, for want of ${first.need} instances: ${plain(names.join(', '))}${rest}.`
}

/** The comparison as JSON: times in epoch milliseconds, the bands left out. */
export function peersJson({ compared, tooSmall }: ComparedPeers): { groups: unknown[] } {
  const groups = compared.map(({ modes, members, ...group }) => ({
    ...group,
    modes: modes.map(({ members, deviation }) => ({ members, deviation })),
    members: members.map(({ column: _, ...member }) => member),
  }))
  return { groups: [...groups, ...tooSmall] }
}
