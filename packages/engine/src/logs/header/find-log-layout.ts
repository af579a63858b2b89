import type { Field, FieldKind } from './field.ts'
import { splitFields } from './split-fields.ts'

/**
 * How the lines of one log begin. `pipes`: so many `|` stand before the message. `columns`: so many pieces do, the last of
 * them a source tag when `tagged`; `dashed` when the message follows the first ` - ` behind them.
 */
export type LogLayout =
  | { readonly kind: 'bare' }
  | { readonly kind: 'pipes'; readonly count: number }
  | {
      readonly kind: 'columns'
      readonly kinds: readonly FieldKind[]
      readonly tagged: boolean
      readonly dashed: boolean
    }

/** Fields of a line that may belong to its header. */
const LOOK_AHEAD = 20
/** The part of the lines in which a field of a header is of its kind. */
const NEARLY_ALL = 0.95
/** The same for a tag, with which a header ends. */
const TAG_SHARE = 0.7
/** Fields in a row that may be words, such as hosts and components. */
const MAX_WEAK_RUN = 4
/** Cells between bars that are looked at. */
const MAX_PIPES = 9

type Column = { kind: FieldKind; share: number; present: number; padded: boolean }

const isTimed = (fields: readonly Field[]): boolean => fields.some((f) => f.kind === 'time')

function describeColumn(rows: readonly (readonly Field[])[], at: number): Column {
  const counts = new Map<FieldKind, number>()
  const widths = new Map<number, number>()
  let present = 0
  let wide = 0
  for (const fields of rows) {
    const field = fields[at]
    if (!field) continue
    present++
    counts.set(field.kind, (counts.get(field.kind) ?? 0) + 1)
    if (field.next - field.end >= 2) wide++
    widths.set(field.next - field.start, (widths.get(field.next - field.start) ?? 0) + 1)
  }
  const [kind, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['word', 0]
  const sameWidth = Math.max(0, ...widths.values())
  const padded = wide >= NEARLY_ALL * rows.length && sameWidth >= NEARLY_ALL * rows.length
  return { kind, share: count / rows.length, present: present / rows.length, padded }
}

/** Whether a column of `kind` may close the header behind `weak` unproved columns, given what stood before it. */
function closes(column: Column, weak: number, seen: ReadonlySet<FieldKind>): boolean {
  if (weak > MAX_WEAK_RUN) return false
  if (column.kind === 'tag') return column.share >= TAG_SHARE && weak <= (seen.has('level') ? 0 : 2)
  if (column.share < NEARLY_ALL) return false
  const late = seen.has('level')
  if (column.kind === 'time' || column.kind === 'level') return !late || weak === 0
  if (column.kind === 'bracket' || column.kind === 'separator') return weak <= 1
  return column.kind === 'int' && weak === 0 && !late
}

type Walk = { end: number; tagged: boolean; seen: Set<FieldKind> }

function walkColumns(columns: readonly Column[]): Walk {
  const walk: Walk = { end: 0, tagged: false, seen: new Set() }
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]
    if (!column || column.present < NEARLY_ALL) break
    const weak = i - walk.end
    const padded = column.padded && weak === 0 && walk.seen.has('level')
    if (!padded && !closes(column, weak, walk.seen)) continue
    walk.end = i + 1
    walk.seen.add(column.kind)
    if (column.kind === 'tag') {
      walk.tagged = true
      break
    }
  }
  return walk
}

/** So many bars stand behind a time in nearly every line; 0 for none. */
function findPipes(lines: readonly string[]): number {
  const counts = lines.map((line) => {
    const cells = line.split('|', MAX_PIPES + 1)
    return isTimed(splitFields(cells[0] ?? '', 4)) ? cells.length - 1 : 0
  })
  counts.sort((a, b) => a - b)
  return counts[Math.floor((1 - NEARLY_ALL) * counts.length)] ?? 0
}

/** Whether nearly every line has a ` - ` among the four pieces behind the header. */
function hasDash(rows: readonly (readonly Field[])[], lines: readonly string[], end: number): boolean {
  let count = 0
  rows.forEach((fields, n) => {
    const dash = fields.slice(end, end + 4).findIndex((f) => f.kind === 'separator' && lines[n]?.[f.start] === '-')
    if (dash > 0) count++
  })
  return count >= NEARLY_ALL * rows.length
}

/**
 * Finds how the lines of a log begin by voting column by column: a header is the longest beginning whose pieces are
 * times, levels, numbers, brackets, tags or separators in nearly every line, with few unproved words in between
 * (hosts, components). No time and no level anywhere means bare messages.
 */
export function findLogLayout(sample: readonly string[]): LogLayout {
  const lines = sample.filter((line) => line.trim() !== '')
  const all = lines.map((line) => splitFields(line, LOOK_AHEAD))
  const keep = all.map((fields) => isTimed(fields.slice(0, 8)))
  const timed = keep.filter(Boolean).length
  const only = timed >= lines.length / 3 && timed > 0
  const rows = only ? all.filter((_, i) => keep[i]) : all
  const kept = only ? lines.filter((_, i) => keep[i]) : lines
  if (kept.length === 0) return { kind: 'bare' }
  const pipes = findPipes(kept)
  if (pipes > 0) return { kind: 'pipes', count: pipes }
  const columns = Array.from({ length: LOOK_AHEAD }, (_, i) => describeColumn(rows, i))
  const { end, tagged, seen } = walkColumns(columns)
  if (!seen.has('time') && !seen.has('level') && !timedBracket(rows, kept, end)) return { kind: 'bare' }
  const dashed = !tagged && !seen.has('level') && hasDash(rows, kept, end)
  return { kind: 'columns', kinds: columns.slice(0, end).map((c) => c.kind), tagged, dashed }
}

function timedBracket(rows: readonly (readonly Field[])[], lines: readonly string[], end: number): boolean {
  const first = rows[0]?.[0]
  return end > 0 && first?.kind === 'bracket' && /\d:\d\d/.test(lines[0]?.slice(first.start, first.end) ?? '')
}
