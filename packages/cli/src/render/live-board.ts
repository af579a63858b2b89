import type { Incident, LiveAnalysis, ProjectEvent } from '@omen/sdk'
import type { LiveBoard } from '../results/live-board.ts'
import { timeWriter } from './clock-times.ts'
import { displayWidth, pad, truncate } from './display-width.ts'
import { duration } from './duration.ts'
import { counted } from './figures.ts'
import { incidentsOf, type Lane, type LaneCell, type LaneSpan, lanesOf, overallLane } from './lanes.ts'
import { liveSentence } from './live.ts'
import { forecastLines } from './live-forecast.ts'
import type { Paint } from './paint.ts'
import { plain } from './plain.ts'
import { severityColor, severityMark } from './severity.ts'

/** A range that a key selects. */
export interface LiveRange {
  readonly key: string
  readonly label: string
  readonly ms: number
}

const HOUR_MS = 3_600_000

/** Ranges of the screen, the shortest first. */
export const LIVE_RANGES: readonly LiveRange[] = [
  { key: '1', label: '15m', ms: HOUR_MS / 4 },
  { key: '2', label: '1h', ms: HOUR_MS },
  { key: '3', label: '6h', ms: 6 * HOUR_MS },
  { key: '4', label: '24h', ms: 24 * HOUR_MS },
  { key: '5', label: '7d', ms: 7 * 24 * HOUR_MS },
]

/** What the screen of a project shows. */
export interface LiveScreen {
  /** Undefined until the first answer has come. */
  readonly board: LiveBoard | undefined
  readonly range: LiveRange
  /** Since when the server is not reached; undefined while it is. */
  readonly lostAt: number | undefined
  /** Since when it shows the same moment; undefined while it follows. */
  readonly pausedAt: number | undefined
  /** Whether a forecast was asked for. */
  readonly hasForecast: boolean
  /** What changed in the range, the latest first. */
  readonly changes: readonly ProjectEvent[]
}

/** The size of the terminal, in characters, and how to write on it. */
export interface LiveFrame {
  readonly width: number
  readonly height: number
  readonly paint: Paint
  readonly timeZone: string
  readonly now: number
}

const MAX_LANES = 12
const MAX_NAME_WIDTH = 24
const MAX_CHANGES = 3
/** "▲10.0" after a lane. */
const FIGURE_WIDTH = 6

/** The screen as lines, none wider than the frame and no more than it has. */
export function renderLiveBoard(name: string, screen: LiveScreen, frame: LiveFrame): string[] {
  const { width, height } = frame
  const { board } = screen
  const foot = footer(screen, frame)
  if (!board) return [...cut([frame.paint.bold(plain(name)), connection(screen, frame)], width), foot]
  const head = header(board, screen, frame)
  const room = Math.max(4, height - head.length - 1)
  const changed = changeLines(screen, board, frame)
  const incidents = [...changed, ...(changed.length > 0 ? [''] : []), ...incidentLines(board, screen, frame)]
  const forecast = screen.hasForecast ? ['', ...forecastPart(board, frame)] : []
  // Lanes get what the parts below leave, but at least half of the room
  const below = incidents.length + forecast.length
  const lanes = laneLines(board, screen, frame, Math.max(Math.floor(room / 2), room - below))
  const rest = room - lanes.length
  // Of what remains, the forecast gets at least half
  const roomForIncidents = Math.max(rest - forecast.length, Math.ceil(rest / 2))
  const upper = folded(incidents, roomForIncidents, frame.paint)
  const shown = [...upper, ...folded(forecast, rest - upper.length, frame.paint)]
  return [...cut([...head, ...lanes, ...shown, ''], width).slice(0, height - 1), foot]
}

function forecastPart({ forecast, head }: LiveBoard, { paint, timeZone }: LiveFrame): string[] {
  return forecastLines(forecast, { now: head.to, timeZone }, paint)
}

function cut(lines: readonly string[], width: number): string[] {
  return lines.map((line) => truncate(line, width))
}

function folded(lines: readonly string[], rest: number, paint: Paint): string[] {
  if (lines.length <= rest) return [...lines]
  return rest < 1
    ? []
    : [...lines.slice(0, rest - 1), paint.dim(`${lines.length - rest + 1} more lines: enlarge the window`)]
}

function header({ head, readAt }: LiveBoard, screen: LiveScreen, frame: LiveFrame): string[] {
  const { paint } = frame
  const facts = [stateText(head, paint), head.trust === 'none' ? '' : `trust ${head.trust}`, lagText(head, frame)]
  const first = `${paint.bold(plain(head.projectName))} · ${facts.filter(Boolean).join(' · ')}`
  const paused = screen.pausedAt === undefined ? '' : `Paused at ${clock(readAt, frame)}; space goes on.`
  const second = connection(screen, frame) || paint.bold(paused) || plain(liveSentence(head))
  return [first, second]
}

function stateText({ state }: LiveAnalysis, paint: Paint): string {
  if (state === 'live') return paint.green(state)
  return state === 'silent' ? paint.red(state) : state
}

/** "scored to 14:03:10, 2s behind" */
function lagText({ position, lagMs }: LiveAnalysis, frame: LiveFrame): string {
  if (position === null) return 'nothing scored yet'
  const behind = lagMs === null || lagMs < 1000 ? '' : `, ${duration(lagMs)} behind`
  return `scored to ${clock(position, frame)}${behind}`
}

function connection({ lostAt, board }: LiveScreen, frame: LiveFrame): string {
  if (lostAt !== undefined) return frame.paint.red(`Not reached since ${clock(lostAt, frame)}, trying again.`)
  return board ? '' : 'Connecting.'
}

function laneLines(board: LiveBoard, { range, changes }: LiveScreen, frame: LiveFrame, room: number): string[] {
  const { paint, width } = frame
  const { head } = board
  const to = head.to
  const lanes = lanesOf(board, { from: to - range.ms, to, columns: 1 })
  const flagLines = changes.some((one) => isWithin(one, { from: to - range.ms, to })) ? 1 : 0
  // The axis, the flags, the lane of all, what is folded, and the empty line after them
  const count = Math.max(1, Math.min(MAX_LANES, room - 4 - flagLines, lanes.length))
  const shown = lanes.slice(0, count)
  const widest = Math.max(3, ...shown.map(({ instance }) => displayWidth(plain(instance))))
  const nameWidth = Math.min(widest, MAX_NAME_WIDTH, Math.floor(width / 3))
  const span = { from: to - range.ms, to, columns: Math.max(8, width - nameWidth - FIGURE_WIDTH - 2) }
  const drawn = lanesOf(board, span).slice(0, count)
  const overall = overallLane(board, span)
  return [
    paint.dim(axis(span, nameWidth, frame)),
    ...(flagLines > 0 ? [flagLine(changes, span, nameWidth)] : []),
    laneLine({ instance: 'all', cells: overall, worst: worstOf(overall), isOpen: false }, nameWidth, paint),
    ...drawn.map((lane) => laneLine(lane, nameWidth, paint)),
    paint.dim(foldedText(board, lanes, count)),
    '',
  ]
}

function isWithin({ at }: ProjectEvent, { from, to }: Pick<LaneSpan, 'from' | 'to'>): boolean {
  return at >= from && at <= to
}

/** A flag in the column of each change. */
function flagLine(changes: readonly ProjectEvent[], span: LaneSpan, nameWidth: number): string {
  const cells = new Array<string>(span.columns).fill(' ')
  for (const change of changes.filter((one) => isWithin(one, span))) {
    const column = Math.floor(((change.at - span.from) / (span.to - span.from)) * span.columns)
    cells[Math.min(span.columns - 1, column)] = '⚑'
  }
  return `${pad('', nameWidth)} ${cells.join('').trimEnd()}`
}

/** The latest changes of the range. */
function changeLines({ changes, range }: LiveScreen, { head }: LiveBoard, frame: LiveFrame): string[] {
  const span = { from: head.to - range.ms, to: head.to }
  const write = timeWriter(frame.timeZone, span)
  return changes
    .filter((one) => isWithin(one, span))
    .slice(0, MAX_CHANGES)
    .map(({ at, title, by }) => `⚑ ${write.at(at)}  ${plain(title)}  ${frame.paint.dim(plain(by))}`)
}

function worstOf(cells: readonly LaneCell[]): number | null {
  let worst: number | null = null
  for (const cell of cells) if (typeof cell === 'object' && Math.abs(cell.val) > Math.abs(worst ?? 0)) worst = cell.val
  return worst
}

function laneLine({ instance, cells, worst }: Lane, nameWidth: number, paint: Paint): string {
  const name = pad(truncate(plain(instance), nameWidth), nameWidth)
  const line = cells.map((cell) => cellText(cell, paint)).join('')
  return `${name} ${line} ${figureOf(cells, worst, paint)}`
}

function figureOf(cells: readonly LaneCell[], worst: number | null, paint: Paint): string {
  if (worst !== null) {
    const degree = Math.min(10, Math.abs(worst)).toFixed(1)
    return `${paint.rgb(severityColor(worst), worst < 0 ? '▼' : '▲')}${degree}`
  }
  return cells.includes('gap') ? '░' : ''
}

/** Higher where it is more severe, so that it can be read without colours; `▼` went down, `░` misses samples. */
function cellText(cell: LaneCell, paint: Paint): string {
  if (cell === undefined) return ' '
  if (cell === 'quiet') return paint.dim('·')
  if (cell === 'gap') return paint.dim('░')
  if (cell === 'down') return paint.rgb(severityColor(-Math.PI), '▼')
  const degree = Math.abs(cell.val)
  return paint.rgb(severityColor(cell.val), degree >= 7.5 ? '█' : degree >= 5 ? '▆' : degree >= 2.5 ? '▄' : '▂')
}

/** Times under each other with the columns: first, middle, last. */
function axis({ from, to, columns }: LaneSpan, nameWidth: number, frame: LiveFrame): string {
  const write = timeWriter(frame.timeZone, { from, to })
  const isLong = to - from > 24 * HOUR_MS
  const [first, middle, last] = [from, (from + to) / 2, to].map((at) =>
    isLong ? write.at(at) : write.at(at).slice(-'00:00'.length),
  ) as [string, string, string]
  const space = columns - first.length - middle.length - last.length
  const indent = ' '.repeat(nameWidth + 1)
  if (space < 2) return `${indent}${first}${' '.repeat(Math.max(1, columns - first.length - last.length))}${last}`
  const left = ' '.repeat(Math.floor(space / 2))
  return `${indent}${first}${left}${middle}${' '.repeat(space - left.length)}${last}`
}

function foldedText({ head }: LiveBoard, lanes: readonly Lane[], count: number): string {
  const hidden = lanes.slice(count)
  if (hidden.length > 0) {
    const worst = Math.max(...hidden.map((lane) => Math.abs(lane.worst ?? 0)))
    return `${counted(hidden.length, 'more instance')}${worst > 0 ? `, up to ${worst.toFixed(1)}` : ''}`
  }
  const abnormal = new Set([
    ...head.periods.flatMap(({ series }) => series.map(({ seriesId }) => seriesId)),
    ...head.gaps.flatMap(({ seriesIds }) => seriesIds),
  ])
  const quiet = Math.max(0, head.seriesTotal - abnormal.size)
  return lanes.length === 0
    ? `${counted(quiet, 'series', 'series')}, all quiet`
    : `${counted(quiet, 'series', 'series')} quiet`
}

function incidentLines(board: LiveBoard, { range }: LiveScreen, frame: LiveFrame): string[] {
  const { paint } = frame
  const { open, over } = incidentsOf(board, board.head.to - range.ms)
  const heading = open.length === 0 ? 'No open incidents' : counted(open.length, 'open incident')
  return [
    paint.bold(heading),
    ...open.map((one) => incidentLine(one, duration(Math.max(0, board.head.to - one.start)), paint)),
    ...(over.length === 0 ? [] : [`${counted(over.length, 'incident')} over`]),
    ...over.map((one) => paint.dim(incidentLine(one, clock(one.end, frame, board.head.to), paint))),
  ]
}

/** "■ ▲ 8.1  11m      cpu on node2 reached 98, usually 40." */
function incidentLine({ val, kind, sentence }: Incident, when: string, paint: Paint): string {
  const mark = val === null ? `${paint.dim('░')}      ` : severityMark({ val, kind, isMissingValue: false }, paint)
  return `${mark}  ${when.padEnd('11-19 10:42'.length)}  ${plain(sentence)}`
}

/** "14:03:10", with the day where it is another one. */
function clock(at: number, { timeZone, now }: LiveFrame, until = now): string {
  const write = timeWriter(timeZone, { from: at, to: until, intervalMs: 1000 })
  const day = (time: number) => write.full(time).slice(0, '2026-11-19'.length)
  const text = write.at(at)
  return day(at) === day(until) ? text.slice(-'00:00:00'.length) : text.slice(0, -':00'.length)
}

function footer({ range, pausedAt }: LiveScreen, { width, paint, timeZone }: LiveFrame): string {
  const keys = LIVE_RANGES.map(({ key, label }) =>
    key === range.key ? paint.bold(`${key} ${label}`) : `${key} ${label}`,
  )
  const pause = pausedAt === undefined ? 'space pause' : 'space go on'
  const short = `${keys.join('  ')}  ${pause}  q quit`
  const long = `${short}  ${paint.dim(timeZone)}`
  return truncate(displayWidth(long) <= width ? long : short, width)
}
