import { type FindingRow, toGap, toPeriod } from '../findings/index.ts'
import type { AlertableIncident } from './alertable-incident.ts'

/** An instance that is down or silent within an incident, which is reported by itself where the incident had been reported before. */
export interface IncidentPart extends AlertableIncident {
  readonly id: string
  /** Empty for a collector that is silent. */
  readonly instance: string
  /** When it was over for so long that a next time is another part; undefined until then. */
  readonly endedAt: number | undefined
}

interface Times {
  readonly stepMs: number
  readonly cvalue: number
}

type Rows = [FindingRow, ...FindingRow[]]

/** The parts of an incident. Where an instance comes and goes, the times that follow one another closely are one. */
export function partsOf({ incident, findings }: AlertableIncident, { stepMs, cvalue }: Times): IncidentPart[] {
  const reachMs = 2 * cvalue * stepMs
  const found: { readonly instance: string; readonly rows: Rows }[] = []
  for (const row of findings.toSorted((a, b) => a.startTime - b.startTime)) {
    const instance = instanceOf(row)
    if (instance === undefined) continue
    const last = found.findLast((one) => one.instance === instance)
    if (last !== undefined && row.startTime <= endOf(last.rows) + reachMs) last.rows.push(row)
    else found.push({ instance, rows: [row] })
  }
  return found.map(({ instance, rows }) => {
    const endedAt = endOf(rows) + reachMs + stepMs
    return {
      id: `${incident.id}:${instance}:${rows[0].startTime}`,
      instance,
      incident,
      findings: rows,
      endedAt: Number.isFinite(endedAt) ? endedAt : undefined,
    }
  })
}

function endOf(rows: Rows): number {
  return Math.max(...rows.map(({ endTime }) => endTime ?? Number.POSITIVE_INFINITY))
}

/** Which instance is down or silent as a whole; undefined of any other finding. */
function instanceOf(row: FindingRow): string | undefined {
  if (row.type === 'period') {
    const { sentence } = toPeriod(row)
    return sentence.kind === 'down' ? sentence.instance : undefined
  }
  if (row.type !== 'gap') return undefined
  const { kind, instance } = toGap(row)
  return kind === 'collector' ? '' : instance
}
