import { acceptedAfter, type DownPart, type PeriodParts } from './find-parts.ts'
import { isAtLevel, type Joined, joinPeriods } from './join-periods.ts'
import type { Period } from './period.ts'
import { DOWN } from './severity.ts'
import { durationOf } from './span.ts'
import type { SpanPart } from './span-part.ts'
import { type PeriodContext, toPeriod } from './to-period.ts'

/** Rows that are to be described anew as one, by these series of theirs. */
export type SpanRequest = { fromRow: number; toRow: number; seriesIds: string[] }

/** Periods that are done, and those for which `need` has to be described first: one answer each, in the same order. */
export type PeriodPlan = { need: SpanRequest[]; finish(described: readonly SpanPart[]): Period[] }

/** As small as a probability is reported. */
const SMALLEST = 1e-30
const MAX_LISTED = 50
/** Rows after a fault in which its level is looked for, and those of a fault that is worth it and of a file to look in. */
const AFTER = 60
const LEAST_LASTING = 60
const LEAST_AFTER = 20

/**
 * Puts together what was found in a file, rows counted from its beginning: one fault becomes one period (see `joinPeriods`), and what an
 * instance that is down explains is left out. A period of several parts has to be described as a whole: the caller, who has the
 * rows, does so.
 */
export function planPeriods(found: PeriodParts, file: Omit<PeriodContext, 'stepMs'> & { rows: number }): PeriodPlan {
  const context = { ...file, stepMs: found.stepMs }
  const downs = joinDowns(found.downs)
  const inOrder = [...found.parts].sort((a, b) => a.fromRow - b.fromRow || a.toRow - b.toRow)
  const parts = inOrder.filter((part) => !downs.some((down) => explains(down, part)))
  const recovered = new Map<DownPart, number>()
  const own = parts.filter((part) => {
    const down = downs.find((one) => isSwingOf(one, part))
    if (down) recovered.set(down, Math.max(part.end, recovered.get(down) ?? 0))
    return down === undefined
  })
  const joined = joinPeriods(own, acceptedAfter(context.stepMs))
  const isWhole = (one: Joined): boolean => {
    const [first] = one.parts
    return one.parts.length === 1 && own[first!]!.fromRow === one.fromRow && own[first!]!.toRow === one.toRow
  }
  const open = joined.filter((one) => !isWhole(one))
  const lasting = joined.filter((one) => mayStay(one, file.rows))
  const whole = open.map(({ fromRow, toRow, parts: members }) => ({
    ...{ fromRow, toRow },
    seriesIds: mainSeries(members.map((index) => own[index]!)),
  }))
  const after = lasting.map(({ toRow, lead }) => ({
    ...{ fromRow: toRow, toRow: Math.min(file.rows, toRow + AFTER) },
    seriesIds: [lead.seriesId],
  }))
  return {
    need: [...whole, ...after],
    finish(described) {
      for (const [index, one] of lasting.entries())
        if (isAtLevel(one, described[open.length + index]!.series[0]!)) one.isNewNormal = true
      const periods = joined.map((one) => {
        const part = isWhole(one) ? own[one.parts[0]!]! : described[open.indexOf(one)]!
        return withEnd(toPeriod(part, context), one)
      })
      const ofDowns = downs.map((down) => downPeriod(down, context, recovered.get(down)))
      return [...periods, ...ofDowns, ...found.peers].sort((a, b) => a.fromRow - b.fromRow || a.toRow - b.toRow)
    },
  }
}

/** A long fault after which the expectation may have come to where the fault was. */
function mayStay(one: Joined, rows: number): boolean {
  if (one.recoveringUntil !== undefined || one.isNewNormal) return false
  return one.toRow - one.fromRow >= LEAST_LASTING && one.toRow + LEAST_AFTER <= rows
}

/** The series of some parts, those with the most evidence. */
function mainSeries(parts: readonly SpanPart[]): string[] {
  const weights = new Map<string, number>()
  for (const { series } of parts)
    for (const { seriesId, weight } of series) weights.set(seriesId, (weights.get(seriesId) ?? 0) + weight)
  const ordered = [...weights].sort(([, a], [, b]) => b - a)
  return ordered.slice(0, MAX_LISTED).map(([seriesId]) => seriesId)
}

function withEnd(period: Period, { recoveringUntil, isNewNormal }: Joined): Period {
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

/** What its series do right after an instance was down is its coming back. */
function isSwingOf(down: DownPart, part: SpanPart): boolean {
  const gap = part.fromRow - down.toRow
  return part.fromRow > down.fromRow && gap < down.rows && part.rows <= down.rows && isOf(down, part)
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
    ...{ end: b.end, toRow: b.toRow, rows: b.toRow - a.fromRow, isSilent: a.isSilent && b.isSilent },
    series: a.series.map((one, index) => {
      const other = b.series[index]!
      return one.lowest <= other.lowest || Number.isNaN(other.lowest) ? one : other
    }),
  }
}

function downPeriod(down: DownPart, context: PeriodContext, recoveringUntil: number | undefined): Period {
  const { start, end, rows, fromRow, toRow, instance, isSilent, series } = down
  return {
    ...{ start, end, rows, fromRow, toRow, val: DOWN, probability: SMALLEST, isMissingValue: isSilent, kind: 'down' },
    series: series.map(({ seriesId, lowest, lowestAt, usual, spread }) => ({
      ...{ seriesId, share: 1 / series.length, side: -1, probability: SMALLEST, peak: lowest, usual, spread },
      ...(Number.isFinite(lowestAt) && { peakAt: lowestAt }),
      firstAt: start,
    })),
    sentence: { kind: 'down', instance, series: series.length, isSilent, durationMs: durationOf(down, context.stepMs) },
    ...(recoveringUntil !== undefined && { recoveringUntil }),
  }
}
