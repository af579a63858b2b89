import type { IncidentCause, IncidentChange } from '@omen/sdk'

/** What may have led to an incident: a change, or a series that moved. */
export type CauseRow = { kind: 'change'; change: IncidentChange } | { kind: 'series'; cause: IncidentCause }

/** A change this long before the first movement is likelier the cause than what moved first. */
const closeMs = 30 * 60_000

/** Likely causes, and the other changes: the likeliest change comes first where it came shortly before anything moved. */
export const causeRows = (
  causes: readonly IncidentCause[],
  changes: readonly IncidentChange[],
): { rows: CauseRow[]; others: IncidentChange[] } => {
  const leading = changes.find(
    ({ role, kind, leadMs }) => role === 'change' && kind !== 'log' && leadMs >= 0 && leadMs <= closeMs,
  )
  return {
    rows: [
      ...(leading === undefined ? [] : [{ kind: 'change', change: leading } as const]),
      ...causes.map((cause) => ({ kind: 'series', cause }) as const),
    ],
    others: changes.filter((change) => change !== leading),
  }
}
