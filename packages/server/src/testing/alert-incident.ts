import { setTimeout as pause } from 'node:timers/promises'
import { renderSentence, severityOfVal } from '@omen/engine'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { toPeriod } from '../domain/findings/index.ts'
import { findings, series, sources } from '../schema/index.ts'
import type { AlertIncident, AlertKind, AlertMessage } from '../schema/wire-types.ts'
import type { TestServer } from './start-test-server.ts'
import { createTestClient } from './test-client.ts'

const MINUTE = 60_000
const ROWS = 900
const PATIENCE_MS = 60_000
/** Rows of the fault, on node2. */
const OWN_FAULT = { from: 840, to: 866 }
const METRICS = { cpu: 'percent', disk_write: 'bytes', requests: '' }

/** The same for the same row and column, from 0 to 1. */
function noise(row: number, column: number): number {
  const x = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return x - Math.floor(x)
}

function valueAt(metric: string, row: number, column: number, isFaulty: boolean): number {
  const wave = Math.sin(row / 60) + 0.4 * noise(row, column)
  if (metric === 'cpu') return 22 + 4 * wave + (isFaulty ? 58 : 0)
  if (metric === 'disk_write') return 6.3e6 + 0.6e6 * wave + (isFaulty ? 40e6 : 0)
  return 420 + 30 * wave - (isFaulty ? 290 : 0)
}

interface FaultySamples {
  /** The time of row 0. */
  readonly began: number
  readonly rows: { readonly from: number; readonly to: number }
  readonly fault: { readonly from: number; readonly to: number }
}

/** A sample a minute of each series, as it is sent, with a fault on node2. */
export function faultySamples({ began, rows: { from, to }, fault }: FaultySamples): object[] {
  return Object.entries(METRICS).flatMap(([metric, unit], m) =>
    ['node1', 'node2', 'node3'].flatMap((instance, i) =>
      Array.from({ length: to - from }, (_, index) => {
        const row = from + index
        const isFaulty = i === 1 && row >= fault.from + 2 * m && row < fault.to
        return {
          metric,
          instance,
          time: began + row * MINUTE,
          value: valueAt(metric, row, 3 * m + i, isFaulty),
          ...(unit !== '' && { unit }),
        }
      }),
    ),
  )
}

/** A project named shop with an incident of its own that live detection has found, and messages about it. */
export interface AlertWorld {
  readonly sourceId: string
  readonly incident: AlertIncident
  /** The last moment of the data. */
  readonly at: number
  message(kind: AlertKind, change?: Partial<AlertMessage>): AlertMessage
}

export async function openAlertWorld(server: TestServer, projectName = 'shop'): Promise<AlertWorld> {
  const owner = await server.signUp(`owner${projectName}`)
  const project = { projectName, samplingInterval: 1, timeZone: 'Europe/Berlin' }
  const { secret } = (await owner.post('add-custom-project', project)).body
  const sender = createTestClient(server.api, { bearer: secret })
  const began = Math.floor(server.clock.now() / MINUTE) * MINUTE - ROWS * MINUTE
  const points = faultySamples({ began, rows: { from: 0, to: ROWS }, fault: OWN_FAULT })
  const sent = await sender.post('ingest/points', { points })
  if (sent.status !== 200) throw new Error(`the samples were refused: ${JSON.stringify(sent.body)}`)
  const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, projectName))
  const incident = await readIncident(server, source!.id)
  const at = began + (ROWS - 1) * MINUTE
  const message: AlertWorld['message'] = (kind, change = {}) => ({
    kind,
    projectName,
    timeZone: project.timeZone,
    at,
    incidents: [incident],
    incidentsTotal: 1,
    ...change,
  })
  return { sourceId: source!.id, incident, at, message }
}

/** The incident of the fault, as an alert tells of it, once it is over. */
async function readIncident({ ctx }: TestServer, sourceId: string): Promise<AlertIncident> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(200)) {
    const isOver = and(eq(findings.sourceId, sourceId), eq(findings.type, 'period'), isNotNull(findings.endTime))
    const [row] = await ctx.db.select().from(findings).where(isOver).orderBy(asc(findings.startTime))
    if (row === undefined) continue
    const period = toPeriod(row)
    const names = await ctx.db.select().from(series).where(eq(series.sourceId, sourceId))
    const leads = period.series.filter(({ firstAt }) => firstAt !== null).slice(0, 3)
    return {
      incidentId: row.incidentId!,
      sentence: { en: renderSentence(period.sentence, 'en'), 'zh-CN': renderSentence(period.sentence, 'zh-CN') },
      start: period.start,
      end: period.end,
      severity: severityOfVal(period.val),
      series: leads.map(({ seriesId, peak, usual, firstAt }) => {
        const { metric, instance, unit } = names.find((one) => one.seriesId === seriesId)!
        const since = firstAt ?? period.start
        return { metric, instance, ...(unit !== null && { unit }), since, value: peak, expected: usual }
      }),
    }
  }
  throw new Error('no incident was found')
}
