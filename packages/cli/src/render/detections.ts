import type { DetectionHead } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import { relative, timeWriter } from './clock-times.ts'
import { count } from './figures.ts'
import { severityCell, severityOf } from './severity.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'WORST' },
  { title: 'FILE', shrink: 1 },
  { title: 'MODEL', shrink: 2 },
  { title: 'INCIDENTS', align: 'right' },
  { title: 'DATA FROM' },
  { title: 'MADE', align: 'right' },
  { title: 'ID' },
]

/** Severity of the worst period of a detection, 0 to 10; undefined without one. */
export function headSeverity({ worstVal }: Pick<DetectionHead, 'worstVal'>): number | undefined {
  return typeof worstVal === 'number' ? severityOf({ val: worstVal, kind: 'anomaly' }) : undefined
}

/** Detections, one per line. */
export function renderDetections(heads: readonly DetectionHead[], { paint, width, io }: View): string {
  const now = io.clock.now()
  const rows = heads.map((head): Cell[] => {
    const { uploadFileName, modelName, modelVersion, incidentCount, from, to, createdAt, id, intervalMs = null } = head
    const times = timeWriter(io.timeZone, { from, to, intervalMs })
    const model = modelName === undefined ? '–' : `${modelName} v${modelVersion}`
    const since = times.full(from)
    return [
      worstCell(head, paint),
      uploadFileName,
      model,
      incidentCount === undefined ? '–' : count(incidentCount),
      since,
      relative(createdAt, now),
      id,
    ]
  })
  return table(COLUMNS, rows, width, paint)
}

function worstCell({ worstVal }: DetectionHead, paint: View['paint']): Cell {
  if (typeof worstVal !== 'number') return '–'
  const kind = worstVal === -Math.PI ? 'down' : 'anomaly'
  return severityCell({ val: worstVal, kind, isMissingValue: false }, paint)
}

/** Detections as CSV: times in epoch milliseconds, an empty severity where nothing was found, no incidents where they were not counted. */
export function detectionsCsv(heads: readonly DetectionHead[]): string {
  const rows = heads.map((head) => {
    const { id, uploadFileName, modelName = '', modelVersion = '', from, to, createdAt } = head
    const { incidentCount = '', periodCount } = head
    const severity = headSeverity(head) ?? ''
    const counts = [incidentCount, periodCount]
    return csvRow([id, severity, ...counts, uploadFileName, modelName, modelVersion, from, to, createdAt])
  })
  return ['id,severity,incidents,anomalies,file,model,version,from,to,created', ...rows].join('\n')
}
