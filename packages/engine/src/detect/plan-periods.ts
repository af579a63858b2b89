import { DOWN, WORST } from '../severity/severity.ts'
import type { DownPart, PeriodParts } from './find-parts.ts'
import { nearlyFlagged } from './find-runs.ts'
import { HICCUP_ROWS } from './gaps/gap-list.ts'
import { isAtLevel, isGrowing, type Joined, type JoinOptions, joinPeriods } from './join-periods.ts'
import type { Period } from './period.ts'
import { durationOf } from './span.ts'
import type { SpanPart } from './span-part.ts'
import { type PeriodContext, toPeriod } from './to-period.ts'

/** Rows that are to be described anew as one, by these series of theirs; where only their level is asked for, without evidence. */
export type SpanRequest = { fromRow: number; toRow: number; seriesIds: string[]; isLevelOnly?: true }

/** Periods that are done, and those for which `need` has to be described first: one answer each, in the same order. */
export type PeriodPlan = { need: SpanRequest[]; finish(described: readonly SpanPart[]): Period[] }

/** As small as a probability is reported. */
const SMALLEST = 1e-30
/** Series of a part that are named as those it is about. */
const MAX_LISTED = 50
/** A level that holds is looked for in so many places, of so many rows at the most. */
const LOOKS = 3
const LOOK_ROWS = 60
/** Rows of a fault that is worth it, where the new normal is reported. */
const MIN_LASTING_ROWS = 60
/** With `HolisticCP` the series with this part of the evidence all have to stay at their level. */
const LEADING = 0.8

/**
 * Puts together what was found in a file, rows counted from its beginning: one fault becomes one period (see `joinPeriods`), and what an
 * instance that is down explains is left out. A period of several parts, or one that began before it was flagged, has to be described
 * as a whole: the caller, who has the rows, does so. `probability` is the joint one of each row.
 */
export function planPeriods(
  found: PeriodParts,
  file: Omit<PeriodContext, 'stepMs'> & { probability: ArrayLike<number> },
): PeriodPlan {
  const isUnsettled = createUnsettled(file.probability, nearlyFlagged(file.threshold))
  return planParts(found, { ...file, rows: file.probability.length, isUnsettled })
}

/** The same for rows up to `rows` whose probabilities are not at hand; see `JoinOptions` for `isUnsettled`. */
export function planParts(
  found: PeriodParts,
  file: Omit<PeriodContext, 'stepMs'> & Pick<JoinOptions, 'isUnsettled' | 'released'> & { rows: number },
): PeriodPlan {
  const { rows, isUnsettled, released } = file
  const { holdRows, isDropped } = found.newNormal ?? { holdRows: rows, isDropped: false }
  const context = { ...file, stepMs: found.stepMs }
  const downs = joinDowns(found.downs)
  const inOrder = [...found.parts].sort((a, b) => a.fromRow - b.fromRow || a.toRow - b.toRow)
  const parts = inOrder.filter((part) => !downs.some((down) => explains(down, part)))
  const own = parts.filter((part) => !downs.some((down) => isSwingOf(down, part)))
  const joined = joinPeriods(own, { holdRows, isUnsettled, released })
  const firstOf = ({ parts: [first] }: Joined): SpanPart => own[first!]!
  const isWhole = (one: Joined): boolean => {
    const { fromRow, toRow, onsetRow } = firstOf(one)
    return one.parts.length === 1 && fromRow === one.fromRow && toRow === one.toRow && onsetRow === undefined
  }
  const open = joined.filter((one) => !isWhole(one))
  const min = isDropped ? file.cvalue : MIN_LASTING_ROWS
  const lasting = joined.filter((one) => mayStay(one, { min, holdRows, rows }))
  const whole = open.map((one) => ({
    fromRow: firstOf(one).onsetRow ?? one.fromRow,
    toRow: one.toRow,
    seriesIds: mainSeries(one.parts.map((index) => own[index]!)),
  }))
  const after = lasting.flatMap((one) => {
    const seriesIds = leading(one, own, isDropped ? LEADING : 0)
    return lookAfter(one.toRow, holdRows).map((look): SpanRequest => ({ ...look, seriesIds, isLevelOnly: true }))
  })
  return {
    need: [...whole, ...after],
    finish(described) {
      for (const [index, one] of lasting.entries()) {
        const from = open.length + LOOKS * index
        if (holds(one, own, described.slice(from, from + LOOKS))) one.isNewNormal = true
      }
      const shown = isDropped ? joined.filter(({ isNewNormal }) => !isNewNormal) : joined
      const periods = shown.map((one) => {
        const part = isWhole(one) ? firstOf(one) : described[open.indexOf(one)]!
        return withEnd(toPeriod(part, context), one)
      })
      const isTold = (down: DownPart): boolean => periods.some((period) => tellsOf(period, down))
      const told = periods.map((period) => withFloor(period, downs, context.stepMs))
      const others = downs.filter((down) => !isTold(down))
      const ofDowns = others.map((down) => ({
        ...downPeriod(down, context),
        ...nthOfSpan(down, downs),
      }))
      return [...told, ...ofDowns, ...found.peers].sort((a, b) => a.fromRow - b.fromRow || a.toRow - b.toRow)
    },
  }
}

/** A fault after which the expectation may have come to where the fault was. */
function mayStay(one: Joined, { min, holdRows, rows }: { min: number; holdRows: number; rows: number }): boolean {
  if (one.recoveringUntil !== undefined || one.isNewNormal) return false
  return one.toRow - one.fromRow >= min && one.toRow + holdRows <= rows
}

/** Rows right after a fault, at the end of those for which a level has to hold, and in the middle. */
function lookAfter(toRow: number, holdRows: number): Pick<SpanRequest, 'fromRow' | 'toRow'>[] {
  const size = Math.min(LOOK_ROWS, Math.floor(holdRows / LOOKS))
  return Array.from({ length: LOOKS }, (_, look) => {
    const fromRow = toRow + Math.round(((holdRows - size) * look) / (LOOKS - 1))
    return { fromRow, toRow: fromRow + size }
  })
}

/** The lead series of a fault, and others until this part of the evidence is named. */
function leading(one: Joined, parts: readonly SpanPart[], part: number): string[] {
  const { series } = parts[one.parts.at(-1)!]!
  const total = series.reduce((sum, { weight }) => sum + weight, 0)
  const named = new Set([one.lead.seriesId])
  let weight = series.find(({ seriesId }) => seriesId === one.lead.seriesId)?.weight ?? 0
  for (const other of series) {
    if (weight >= part * total) break
    if (!named.has(other.seriesId)) weight += other.weight
    named.add(other.seriesId)
  }
  return [...named]
}

/** Whether the leading series kept to the level that the fault had taken them to, and no longer moved away. */
function holds(one: Joined, parts: readonly SpanPart[], looks: readonly SpanPart[]): boolean {
  const of = ({ series }: SpanPart, id: string) => series.find(({ seriesId }) => seriesId === id)
  const [first, last] = [parts[one.parts[0]!]!, parts[one.parts.at(-1)!]!]
  return looks[0]!.series.every(({ seriesId }) => {
    const isLead = seriesId === one.lead.seriesId
    const level = isLead ? one.level : of(last, seriesId)!
    const lead = isLead ? one.lead : (of(first, seriesId) ?? level)
    const after = looks.map((look) => of(look, seriesId)!)
    return after.every((look) => isAtLevel({ lead, level }, look)) && !isGrowing({ lead }, after[0]!, after.at(-1)!)
  })
}

/** Says of rows whether at least half of those with a probability were below this one. */
function createUnsettled(probability: ArrayLike<number>, bridged: number) {
  const low = new Uint32Array(probability.length + 1)
  const present = new Uint32Array(probability.length + 1)
  for (let row = 0; row < probability.length; row++) {
    const p = probability[row]!
    low[row + 1] = low[row]! + Number(p < bridged)
    present[row + 1] = present[row]! + Number(!Number.isNaN(p))
  }
  return (fromRow: number, toRow: number): boolean => {
    const rows = present[toRow]! - present[fromRow]!
    return rows > 0 && 2 * (low[toRow]! - low[fromRow]!) >= rows
  }
}

/** The series of some parts, those with the most evidence. */
function mainSeries(parts: readonly SpanPart[]): string[] {
  const weights = new Map<string, number>()
  for (const { series } of parts)
    for (const { seriesId, weight } of series) weights.set(seriesId, (weights.get(seriesId) ?? 0) + weight)
  const ordered = [...weights].sort(([, a], [, b]) => b - a)
  return ordered.slice(0, MAX_LISTED).map(([seriesId]) => seriesId)
}

/** A period with what followed its end. */
export function withEnd(
  period: Period,
  { recoveringUntil, isNewNormal }: Pick<Joined, 'recoveringUntil' | 'isNewNormal'>,
): Period {
  const { sentence } = period
  if (sentence.kind !== 'anomaly') return period
  return {
    ...period,
    ...(recoveringUntil !== undefined && { recoveringUntil }),
    ...(isNewNormal && { isNewNormal }),
    sentence: {
      ...sentence,
      ...(recoveringUntil !== undefined && { recoveryMs: Math.max(0, recoveringUntil - period.end) }),
      ...(isNewNormal && { isNewNormal }),
    },
  }
}

/** An anomaly that lies mostly within a down time and is led by a series of that instance tells nothing more. */
function explains(down: DownPart, part: SpanPart): boolean {
  const common = Math.min(down.toRow, part.toRow) - Math.max(down.fromRow, part.fromRow)
  return 2 * common >= part.rows && isOf(down, part)
}

/** The fall of an instance's only series, of which its time near zero, never silent, is a part: the same fault, and not another. */
function tellsOf({ kind, fromRow, toRow, series }: Period, down: DownPart): boolean {
  const [lead] = series
  const isLead = kind === 'anomaly' && lead?.side === -1 && lead.seriesId === down.series[0]!.seriesId
  return isLead && down.series.length === 1 && down.values === 'all' && fromRow <= down.fromRow && toRow >= down.toRow
}

/** An anomaly with the times near zero in it, which are as severe as an instance that is down. */
function withFloor(period: Period, downs: readonly DownPart[], stepMs: number): Period {
  const { sentence } = period
  const own = downs.filter((down) => tellsOf(period, down))
  if (sentence.kind !== 'anomaly' || own.length === 0) return period
  const floorMs = own.reduce((sum, down) => sum + durationOf(down, stepMs) - down.emptyRows * stepMs, 0)
  return { ...period, val: -WORST, hasDownTime: true, sentence: { ...sentence, floorMs } }
}

/** What its series do right after an instance was down is its coming back, which tells nothing more; later it is another matter. */
function isSwingOf(down: DownPart, part: SpanPart): boolean {
  const gap = part.fromRow - down.toRow
  const isNext = part.fromRow > down.fromRow && gap < Math.min(down.rows, HICCUP_ROWS)
  return isNext && part.rows <= down.rows && isOf(down, part)
}

function isOf({ series }: DownPart, part: SpanPart): boolean {
  return series.some(({ seriesId }) => seriesId === part.series[0]!.seriesId)
}

/** Down times of one instance that follow each other without a row between, as where the rows were looked through in pieces. */
function joinDowns(downs: readonly DownPart[]): DownPart[] {
  const joined: DownPart[] = []
  for (const down of [...downs].sort((a, b) => a.fromRow - b.fromRow)) {
    const index = joined.findLastIndex((one) => one.instance === down.instance && one.toRow >= down.fromRow)
    const before = joined[index]
    if (before === undefined) joined.push(down)
    else joined[index] = joinDown(before, down)
  }
  return joined
}

function joinDown(a: DownPart, b: DownPart): DownPart {
  return {
    ...a,
    end: b.end,
    toRow: b.toRow,
    rows: b.toRow - a.fromRow,
    emptyRows: a.emptyRows + b.emptyRows,
    values: a.values === b.values ? a.values : 'some',
    series: a.series.map((one, index) => {
      const other = b.series[index]!
      return one.lowest <= other.lowest || Number.isNaN(other.lowest) ? one : other
    }),
  }
}

/** Counts all that were down, also those that an anomaly tells of: those do not depend on the sensitivity. */
function nthOfSpan(down: DownPart, downs: readonly DownPart[]): Pick<Period, 'nthOfSpan'> {
  const same = downs.filter(({ fromRow, toRow }) => fromRow === down.fromRow && toRow === down.toRow)
  const place = same.indexOf(down)
  return place > 0 ? { nthOfSpan: place + 1 } : {}
}

function downPeriod(down: DownPart, context: PeriodContext): Period {
  const { start, end, rows, fromRow, toRow, instance, values, series } = down
  const isSilent = values === 'none'
  return {
    start,
    end,
    rows,
    fromRow,
    toRow,
    val: DOWN,
    probability: SMALLEST,
    isMissingValue: isSilent,
    kind: 'down',
    series: series.map(({ seriesId, lowest, lowestAt, usual, spread }) => ({
      seriesId,
      share: 1 / series.length,
      side: -1,
      probability: SMALLEST,
      peak: lowest,
      usual,
      spread,
      ...(Number.isFinite(lowestAt) && { peakAt: lowestAt }),
      firstAt: start,
    })),
    sentence: {
      kind: 'down',
      instance,
      series: series.length,
      isSilent,
      durationMs: durationOf(down, context.stepMs),
      ...(values === 'some' && { isPartlySilent: true }),
    },
  }
}
