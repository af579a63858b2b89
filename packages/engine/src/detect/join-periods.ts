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
  level: number
}

type Group = Joined & { side: 1 | -1; weight: number; wholeToRow: number }

/** So many of the groups before a part are looked at, and the last one with its lead series. */
const LOOK_BACK = 12
/** A series with this share of the evidence is what a part is about, beside its lead. */
const MAIN = 0.2
/** A level is the same within this part of the shift that led to it. */
const SAME_LEVEL = 0.5

/**
 * Says which parts of a scored file, in the order of their rows, are one fault: those that follow one another with the same lead series,
 * or with one's lead among the main series of the other, within a gap shorter than the longer of them. What follows on the other side
 * is the swing back, which ends the fault and is not of it. Where the model had learned the fault's level, that is so however
 * late it comes, and the fault lasted until then. What still keeps to its new level after `acceptRows` is the new normal: no longer of
 * the fault, and nothing abnormal.
 */
export function joinPeriods(parts: readonly SpanPart[], acceptRows: number): Joined[] {
  const groups: Group[] = []
  const lastOf = new Map<string, Group>()
  for (const [index, part] of parts.entries()) {
    const sameLead = lastOf.get(part.series[0]!.seriesId)
    const near = [...(sameLead ? [sameLead] : []), ...groups.slice(-LOOK_BACK)]
    const group = near.findLast((one) => belongs(one, part))
    if (group !== undefined) add(group, part, index, acceptRows)
    else {
      const opened = openGroup(part, index)
      groups.push(opened)
      lastOf.set(opened.lead.seriesId, opened)
    }
  }
  return groups.map(({ weight: _weight, side: _side, wholeToRow: _wholeToRow, ...joined }) => joined)
}

function openGroup(part: SpanPart, index: number): Group {
  const lead = part.series[0]!
  return {
    ...{ fromRow: part.fromRow, toRow: part.toRow, wholeToRow: part.toRow, parts: [index] },
    ...{ lead, side: sideOf(lead), weight: lead.weight, level: mean(lead) },
  }
}

function belongs(group: Group, part: SpanPart): boolean {
  const lead = part.series[0]!
  if (swingsBack(group, lead) || staysOn(group, lead)) return true
  const gap = part.fromRow - group.wholeToRow
  const longer = Math.max(group.wholeToRow - group.fromRow, part.toRow - part.fromRow)
  return gap < longer && (lead.seriesId === group.lead.seriesId || isMain(part, group.lead.seriesId))
}

function isMain({ series }: SpanPart, seriesId: string): boolean {
  const total = series.reduce((sum, { weight }) => sum + weight, 0)
  return series.some((one) => one.seriesId === seriesId && one.weight >= MAIN * total)
}

/** Whether the expectation had followed a group's lead series to where the fault had taken it. */
function hasLearned({ lead }: Group, later: SeriesPart): boolean {
  return Math.abs(later.levelBefore - mean(lead)) < Math.abs(later.levelBefore - lead.levelBefore)
}

/** Back to where the series was before, against an expectation that had followed the fault. */
function swingsBack(group: Group, back: SeriesPart): boolean {
  const { lead, side } = group
  if (back.seriesId !== lead.seriesId || sideOf(back) === side) return false
  const level = mean(back)
  return hasLearned(group, back) && Math.abs(level - lead.levelBefore) < Math.abs(level - mean(lead))
}

/** Still, or again, at the level that the fault had come to, which the expectation had followed by half. */
function staysOn(group: Group, later: SeriesPart): boolean {
  const isSame = later.seriesId === group.lead.seriesId && sideOf(later) === group.side
  return isSame && group.recoveringUntil === undefined && hasLearned(group, later) && isAtLevel(group, later)
}

/** Whether a series keeps to the level that a group came to last. */
export function isAtLevel({ lead, level }: Pick<Group, 'lead' | 'level'>, part: SeriesPart): boolean {
  return Math.abs(mean(part) - level) <= SAME_LEVEL * Math.abs(mean(lead) - lead.levelBefore)
}

function add(group: Group, part: SpanPart, index: number, acceptRows: number): void {
  const own = part.series.find(({ seriesId }) => seriesId === group.lead.seriesId) ?? part.series[0]!
  const isOther = own.seriesId === group.lead.seriesId && sideOf(own) !== group.side
  if (isOther && swingsBack(group, own)) {
    // Where the expectation had followed the fault, the values had stayed there
    if (group.recoveringUntil === undefined) group.toRow = Math.max(group.toRow, part.fromRow)
    delete group.isNewNormal
    group.recoveringUntil = part.end
  } else if (isOther && own.weight <= group.weight) group.recoveringUntil = part.end
  else if (part.fromRow - group.fromRow >= acceptRows && isAccepted(group, own, part, acceptRows))
    group.isNewNormal = true
  else {
    if (isOther) Object.assign(group, { side: sideOf(own), weight: 0 })
    delete group.recoveringUntil
    delete group.isNewNormal
    group.toRow = Math.max(group.toRow, part.toRow)
    group.parts.push(index)
    group.weight += own.weight
    group.level = mean(own)
  }
  group.wholeToRow = Math.max(group.wholeToRow, part.toRow)
}

/** A full day later at the level it came to; what is left of a day may be at any hour. */
function isAccepted(group: Group, own: SeriesPart, part: SpanPart, acceptRows: number): boolean {
  if (group.isNewNormal && part.toRow - part.fromRow < acceptRows) return true
  return own.seriesId === group.lead.seriesId && isAtLevel(group, own)
}

function mean({ total, count }: SeriesPart): number {
  return total / count
}
