import { type CollectedLine, CollectorError } from '../../../ports/collector.ts'
import { severityOf } from '../../../protocols/severity.ts'
import { asArray, asObject, asText, isTextArray } from '../json-fields.ts'

export interface LogAnswer {
  readonly lines: readonly CollectedLine[]
  readonly notes: readonly string[]
  /** Of the next page. */
  readonly cursor?: string
}

/** `POST /api/v2/logs/events/search`, its lines from `from` up to `to`. A search that Datadog gave up is an error: lines would be missing. */
export function readLogAnswer(json: unknown, { from, to }: { from: number; to: number }): LogAnswer {
  const answer = asObject(json)
  const events = asArray(answer?.data)
  if (events === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer has no data.' })
  const meta = asObject(answer?.meta)
  if (meta?.status === 'timeout')
    throw new CollectorError('timeout', { providerText: 'The search took Datadog too long and is incomplete.' })
  const lines: CollectedLine[] = []
  let dropped = 0
  for (const event of events) {
    const line = readEvent(asObject(event)?.attributes)
    if (line === undefined) dropped++
    else if (line.time >= from && line.time < to) lines.push(line)
  }
  const notes = (asArray(meta?.warnings) ?? []).flatMap((warning) => asText(asObject(warning)?.detail) ?? [])
  if (dropped > 0) notes.push(`${dropped} of ${events.length} log events have no time and were left out.`)
  const cursor = asText(asObject(meta?.page)?.after)
  return { lines, notes, ...(cursor && { cursor }) }
}

function readEvent(attributes: unknown): CollectedLine | undefined {
  const event = asObject(attributes)
  const time = Date.parse(asText(event?.timestamp) ?? '')
  if (event === undefined || Number.isNaN(time)) return undefined
  const instance = asText(event.host)
  const service = asText(event.service)
  const own = asObject(event.attributes)
  const tags = isTextArray(event.tags) && event.tags.length > 0 ? { tags: event.tags } : undefined
  return {
    time,
    ...(instance && { instance }),
    ...(service && { service }),
    severity: severityOf(event.status === 'ok' ? 'info' : event.status),
    line: asText(event.message) ?? JSON.stringify(own ?? {}),
    ...((own || tags) && { attributes: { ...own, ...tags } }),
  }
}
