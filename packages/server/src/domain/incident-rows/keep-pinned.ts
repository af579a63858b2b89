import type { FindingRow } from '../findings/index.ts'

/** Findings of one incident; `pinnedTo` where a person has chosen which. */
export interface FindingGroup {
  readonly members: readonly FindingRow[]
  readonly pinnedTo?: string
}

/**
 * Findings that a person has put into an incident stay in it, whatever belongs together by time; what does with them, and nobody has
 * decided on, goes with those about the same. The pinned groups come first.
 */
export function keepPinned(groups: readonly (readonly FindingRow[])[]): FindingGroup[] {
  const pinned = new Map<string, FindingRow[]>()
  const free: FindingGroup[] = []
  const add = (incidentId: string, row: FindingRow): void => {
    const members = pinned.get(incidentId)
    if (members === undefined) pinned.set(incidentId, [row])
    else members.push(row)
  }
  for (const members of groups) {
    const chosen = members.filter(isChosen)
    if (chosen.length === 0) free.push({ members })
    else for (const row of members) add((isChosen(row) ? row : nearestTo(row, chosen)).incidentId!, row)
  }
  return [...[...pinned].map(([pinnedTo, members]) => ({ pinnedTo, members })), ...free]
}

function isChosen({ isPinned, incidentId }: FindingRow): boolean {
  return isPinned && incidentId !== null
}

/** One of its incident, else one about the same, else the one that began last before it. */
function nearestTo(row: FindingRow, chosen: readonly FindingRow[]): FindingRow {
  const byStart = chosen.toSorted((a, b) => a.startTime - b.startTime)
  return (
    chosen.find(({ incidentId }) => incidentId === row.incidentId) ??
    byStart.findLast((one) => subjectOf(one) === subjectOf(row)) ??
    byStart.findLast(({ startTime }) => startTime <= row.startTime) ??
    byStart[0]!
  )
}

/** What the key of a finding is about, without its kind, which may change, and its start. */
export function subjectOf({ type, key }: Pick<FindingRow, 'type' | 'key'>): string {
  const parts = (key ?? '').split('|')
  return parts.slice(0, type === 'period' ? -2 : -1).join('|')
}
