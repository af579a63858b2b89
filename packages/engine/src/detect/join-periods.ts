import { CONFIRMED } from './new-normal.ts'
import { type SeriesPart, type SpanPart, sideOf } from './span-part.ts'

/** Rows that one fault takes, of the parts it was found in. */
export type Joined = {
  fromRow: number
  /** Exclusive. */
  toRow: number
  /** Indexes of its parts. */
  parts: number[]
  /** Time of the last row of the swing back after it. */
  recoveringUntil?: number
  /** True where the rest of the rows keep to the level that the lead series came to. */
  isNewNormal?: true
  /** Its lead series in the first part, and the level that this one came to last. */
  lead: SeriesPart
  level: SeriesPart
}

/** `longest`: rows of its longest part; `waiting`: parts at the level that the group came to, until it has held for long enough. */
type Group = Joined & {
  side: 1 | -1
  weight: number
  wholeToRow: number
  longest: number
  waiting: Waiting | undefined
}
type Waiting = { toRow: number; parts: number[]; weight: number; level: SeriesPart }

export type JoinOptions = {
  /** For so many rows a level must have held to be the new normal. */
  holdRows: number
  /** Whether most of the rows from one to another, which is not included, were nearly flagged. */
  isUnsettled(fromRow: number, toRow: number): boolean
  /** Series whose new level is expected, and the row since which it is: what follows is not of the fault that led to it, but where it still or again is that level's. */
  released?: ReadonlyMap<string, number> | undefined
}

/** So many of the groups before a part are looked at, and the last one with its lead series. */
const LOOK_BACK = 12
/** A series with this share of the evidence is what a part is about, beside its lead. */
const MAIN = 0.2
/** So many rows in a row count as one, as neighbours are alike. */
const ALIKE = 10
/** From fewer rows no model learns the level of a fault. Fitted on simulated systems and the sample shop. */
const LEARNED_FROM = 30
/** A level is the same within this part of the shift that led to it. */
const SAME_LEVEL = 0.5

/**
 * Says which parts of a scored file, in the order of their rows, are one fault: those that follow one another with the same lead series,
 * or with one's lead among the main series of the other, within a gap shorter than the part or the longest one before it; and those
 * that the same series leads to the same side, where it did not settle in between. A gap once bridged does not help to bridge
 * another, so that what comes back time after time stays apart however often it comes. What follows on the other side
 * is the swing back, which ends the fault and is not of it, unless it comes later than it is long and goes further than the
 * fault did: a fault of its own. Where the model had learned the fault's level, that is so however
 * late it comes, and the fault lasted until then. What has kept to its new level for `holdRows` and a quarter more is the
 * new normal: no longer of the fault, and nothing abnormal. A level that still grows is not kept to.
 */
export function joinPeriods(parts: readonly SpanPart[], options: JoinOptions): Joined[] {
  const groups: Group[] = []
  const lastOf = new Map<string, Group>()
  const groupOf = (part: SpanPart): Group | undefined => {
    const sameLead = lastOf.get(part.series[0]!.seriesId)
    const near = [...(sameLead ? [sameLead] : []), ...groups.slice(-LOOK_BACK)]
    return near.findLast((one) => belongs(one, part, options))
  }
  /** Ends a fault at the row where its lead series came back; false where what follows is more than a swing back. */
  const endAtTurn = ({ before, after }: NonNullable<SpanPart['turn']>, index: number): boolean => {
    const group = groupOf(before)
    const ended = group ? { ...group, parts: [...group.parts] } : openGroup(before, index)
    if (group) add(ended, before, index, options)
    if (!swingsBack(ended, after.series[0]!)) return false
    swingBack(ended, after)
    if (group) Object.assign(group, ended)
    else open(ended)
    return true
  }
  const open = (group: Group): void => {
    groups.push(group)
    lastOf.set(group.lead.seriesId, group)
  }
  for (const [index, part] of parts.entries()) {
    if (part.turn && endAtTurn(part.turn, index)) continue
    const group = groupOf(part)
    if (group !== undefined) add(group, part, index, options)
    else open(openGroup(part, index))
  }
  for (const group of groups) takeWaiting(group)
  return groups.map(
    ({ weight: _, side: _side, wholeToRow: _wholeToRow, waiting: _waiting, longest: _longest, ...joined }) => joined,
  )
}

function openGroup(part: SpanPart, index: number): Group {
  const lead = part.series[0]!
  return {
    fromRow: part.fromRow,
    toRow: part.toRow,
    wholeToRow: part.toRow,
    parts: [index],
    lead,
    side: sideOf(lead),
    weight: lead.weight,
    level: lead,
    longest: rowsOf(part),
    waiting: undefined,
  }
}

function belongs(group: Group, part: SpanPart, { holdRows, isUnsettled, released }: JoinOptions): boolean {
  const lead = part.series[0]!
  if (swingsBack(group, lead) || staysOn(group, lead)) return true
  const since = released?.get(group.lead.seriesId) ?? Number.POSITIVE_INFINITY
  if (group.fromRow <= since && part.fromRow > since) return false
  const gap = part.fromRow - group.wholeToRow
  if (gap >= rowsOf(part) && isCounterFault(group, part)) return false
  const isSame = lead.seriesId === group.lead.seriesId
  if (gap < Math.max(group.longest, rowsOf(part))) return isSame || isMain(part, group.lead.seriesId)
  return isSame && sideOf(lead) === group.side && gap < holdRows && isUnsettled(group.wholeToRow, part.fromRow)
}

function isMain({ series }: SpanPart, seriesId: string): boolean {
  const total = series.reduce((sum, { weight }) => sum + weight, 0)
  return series.some((one) => one.seriesId === seriesId && one.weight >= MAIN * total)
}

/** On the other side of the level before a fault, and further off than the fault was: more than a swing back. */
function isCounterFault({ lead, side }: Group, { series }: SpanPart): boolean {
  const own = series.find(({ seriesId }) => seriesId === lead.seriesId)
  return own !== undefined && side * (lead.levelBefore - mean(own)) > Math.abs(mean(lead) - lead.levelBefore)
}

/** Whether the expectation had followed a group's lead series to where the fault had taken it, which takes it some time. */
function hasLearned({ lead, fromRow, toRow }: Group, later: SeriesPart): boolean {
  if (toRow - fromRow < LEARNED_FROM) return false
  return Math.abs(later.levelBefore - mean(lead)) < Math.abs(later.levelBefore - lead.levelBefore)
}

/** Back at the level that the series had before, against an expectation that had followed the fault. */
function swingsBack(group: Group, back: SeriesPart): boolean {
  const { lead, side } = group
  if (back.seriesId !== lead.seriesId || sideOf(back) === side) return false
  const distance = Math.abs(mean(back) - lead.levelBefore)
  return hasLearned(group, back) && distance <= SAME_LEVEL * Math.abs(mean(lead) - lead.levelBefore)
}

/**
 * Still, or again, at the level that the fault had come to, which the expectation had followed by half; or on the other side of
 * an expectation that lies further from the new normal than the values do.
 */
function staysOn(group: Group, later: SeriesPart): boolean {
  const { lead, side, isNewNormal } = group
  if (later.seriesId !== lead.seriesId || group.recoveringUntil !== undefined) return false
  const isSame = sideOf(later) === side || (isNewNormal === true && isNearer(mean(lead), later))
  return isSame && hasLearned(group, later) && isAtLevel(group, later)
}

function isNearer(level: number, part: SeriesPart): boolean {
  return Math.abs(mean(part) - level) < Math.abs(part.levelBefore - level)
}

/** Whether a series keeps to the level that a group came to last. */
export function isAtLevel({ lead, level }: Pick<Group, 'lead' | 'level'>, part: SeriesPart): boolean {
  return Math.abs(mean(part) - mean(level)) <= SAME_LEVEL * Math.abs(mean(lead) - lead.levelBefore)
}

/**
 * Whether a series went on moving away from where it was before a fault: by more than chance lets two means differ, ten rows in a row
 * counting as one, and by more than a fiftieth of the shift.
 */
export function isGrowing({ lead }: Pick<Group, 'lead'>, from: SeriesPart, to: SeriesPart): boolean {
  const shift = mean(lead) - lead.levelBefore
  const growth = (mean(to) - mean(from)) * Math.sign(shift)
  const error = Math.sqrt(ALIKE * (variance(from) / from.count + variance(to) / to.count))
  return growth > 3 * error && growth > Math.abs(shift) / 50
}

function add(group: Group, part: SpanPart, index: number, { holdRows }: JoinOptions): void {
  const own = part.series.find(({ seriesId }) => seriesId === group.lead.seriesId) ?? part.series[0]!
  const isOther = own.seriesId === group.lead.seriesId && sideOf(own) !== group.side
  if (isOther && swingsBack(group, own)) {
    swingBack(group, part)
    return
  }
  if (part.fromRow - group.fromRow >= holdRows && isKept(group, own, part, holdRows)) {
    if (!group.isNewNormal) wait(group, own, part, index)
    if (part.toRow - group.fromRow >= (1 + CONFIRMED) * holdRows) {
      group.isNewNormal = true
      group.waiting = undefined
    }
  } else if (isOther && own.weight <= group.weight) {
    takeWaiting(group)
    group.recoveringUntil = part.end
  } else {
    takeWaiting(group)
    if (isOther) Object.assign(group, { side: sideOf(own), weight: 0 })
    delete group.recoveringUntil
    delete group.isNewNormal
    group.toRow = Math.max(group.toRow, part.toRow)
    group.parts.push(index)
    group.weight += own.weight
    group.level = own
  }
  group.wholeToRow = Math.max(group.wholeToRow, part.toRow)
  group.longest = Math.max(group.longest, rowsOf(part))
}

/** The end of a fault whose level the expectation had followed: until then the values had stayed there. */
function swingBack(group: Group, part: SpanPart): void {
  takeWaiting(group)
  if (group.recoveringUntil === undefined) group.toRow = Math.max(group.toRow, part.fromRow)
  delete group.isNewNormal
  group.recoveringUntil = part.end
  group.wholeToRow = Math.max(group.wholeToRow, part.toRow)
}

/** Later at the level it came to; what is left of a day may be at any hour. */
function isKept(group: Group, own: SeriesPart, part: SpanPart, holdRows: number): boolean {
  if (group.isNewNormal && part.toRow - part.fromRow < holdRows) return true
  const isLead = own.seriesId === group.lead.seriesId
  return isLead && isAtLevel(group, own) && !isGrowing(group, group.waiting?.level ?? group.level, own)
}

function wait(group: Group, own: SeriesPart, part: SpanPart, index: number): void {
  const { toRow, parts, weight } = group.waiting ?? { toRow: 0, parts: [], weight: 0 }
  group.waiting = {
    toRow: Math.max(toRow, part.toRow),
    parts: [...parts, index],
    weight: weight + own.weight,
    level: own,
  }
}

/** What kept to a level for too short a time belongs to the fault. */
function takeWaiting(group: Group): void {
  const { waiting } = group
  if (!waiting) return
  group.toRow = Math.max(group.toRow, waiting.toRow)
  group.parts.push(...waiting.parts)
  group.weight += waiting.weight
  group.level = waiting.level
  group.waiting = undefined
}

function rowsOf({ fromRow, toRow }: SpanPart): number {
  return toRow - fromRow
}

function mean({ total, count }: SeriesPart): number {
  return total / count
}

function variance({ total, squares, count }: SeriesPart): number {
  return Math.max(0, squares / count - (total / count) ** 2)
}
