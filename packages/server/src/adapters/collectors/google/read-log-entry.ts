import type { CollectedLine } from '../../../ports/collector.ts'
import { severityOf } from '../../../protocols/severity.ts'
import { asObject, asText, type JsonObject } from '../json-fields.ts'
import { projectTypeOf } from './project-types.ts'
import { labelsOf } from './to-google-series.ts'

const timeParts = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.(\d{1,9}))?/

/** https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry; undefined where it has no time or no text. */
export function readLogEntry(value: unknown): CollectedLine | undefined {
  const entry = asObject(value)
  const stamp = asText(entry?.timestamp) ?? ''
  const time = Date.parse(stamp)
  const line = entry && textOf(entry)
  if (entry === undefined || line === undefined || Number.isNaN(time)) return undefined
  const nanos = Number((timeParts.exec(stamp)?.[1] ?? '').padEnd(9, '0').slice(3))
  const labels = { ...labelsOf(entry.resource), ...labelsOf(entry) }
  const type = projectTypeOf(asText(asObject(entry.resource)?.type) ?? '')
  const instance = type.instance.find((name) => labels[name] !== undefined)
  const service = (type.service && labels[type.service]) ?? logIdOf(entry)
  const payload = asObject(entry.jsonPayload)
  return {
    time: Math.floor(time),
    ...(nanos > 0 && { nanos }),
    ...(instance !== undefined && { instance: labels[instance]! }),
    ...(service && { service }),
    severity: severityOf(asText(entry.severity)),
    line,
    attributes: { ...labels, ...payload },
  }
}

function textOf(entry: JsonObject): string | undefined {
  const text = asText(entry.textPayload)
  if (text !== undefined) return text.trimEnd()
  const payload = asObject(entry.jsonPayload) ?? asObject(entry.protoPayload)
  const message = asText(payload?.message) ?? asText(payload?.msg)
  if (message !== undefined) return message.trimEnd()
  if (payload !== undefined) return JSON.stringify(payload)
  const request = asObject(entry.httpRequest)
  return request && [request.requestMethod, request.requestUrl, request.status].filter(Boolean).join(' ')
}

/** `projects/p/logs/shop%2Fweb` is `shop/web`. */
function logIdOf({ logName }: JsonObject): string | undefined {
  const id = /\/logs\/(.+)$/.exec(asText(logName) ?? '')?.[1]
  return id?.replaceAll('%2F', '/')
}
