import type { DecodedLogs } from '../ports/decoded-logs.ts'
import type { BatchCount } from './batch-count.ts'
import { countJsonValues } from './count-json-values.ts'
import { createLogBuilder, type LogBuilder, writeAttributes } from './log-builder.ts'
import type { LogDefaults } from './log-document.ts'
import { fromNanoseconds, type LogTime } from './log-time.ts'
import { isLokiLabels, type LokiLabels, readLokiStream, severityOfLabels } from './loki-labels.ts'
import { readMessage, type Schema } from './protobuf-message.ts'
import { readText } from './read-text.ts'

const PAIR: Schema = { 1: { name: 'name', kind: 'text' }, 2: { name: 'value', kind: 'text' } }
const TIMESTAMP: Schema = { 1: { name: 'seconds', kind: 'int64' }, 2: { name: 'nanos', kind: 'varint' } }
const entry: Schema = {
  1: { name: 'timestamp', kind: () => TIMESTAMP },
  2: { name: 'line', kind: 'bytes' },
  3: { name: 'metadata', kind: () => PAIR, repeated: true },
}
const stream: Schema = {
  1: { name: 'labels', kind: 'text' },
  2: { name: 'entries', kind: () => entry, repeated: true },
}
/** https://github.com/grafana/loki/blob/main/pkg/push/push.proto */
const pushRequest: Schema = { 1: { name: 'streams', kind: () => stream, repeated: true } }

interface Push {
  streams?: {
    labels?: string
    entries?: {
      timestamp?: { seconds?: number; nanos?: number }
      line?: Uint8Array
      metadata?: { name?: string; value?: string }[]
    }[]
  }[]
}

/** `logproto.PushRequest`. */
export function decodeLokiPush(body: Uint8Array, _: LogDefaults, count: BatchCount): DecodedLogs {
  const builder = createLogBuilder(count)
  const { streams = [] } = readMessage(body, pushRequest, { count }) as Push
  for (const [index, { labels = '', entries = [] }] of streams.entries()) {
    const add = addTo(builder, readLabels(labels))
    for (const [entry, { timestamp: at = {}, line = new Uint8Array(), metadata }] of entries.entries()) {
      const { seconds = 0, nanos = 0 } = at
      const time = { ms: seconds * 1000 + Math.floor(nanos / 1e6), nanos: nanos % 1e6 }
      const labelled = metadata && Object.fromEntries(metadata.map(({ name = '', value = '' }) => [name, value]))
      add(time, line, labelled, `streams[${index}].entries[${entry}]`)
    }
  }
  return builder.build()
}

/** `{"streams": [{"stream": {labels}, "values": [["nanoseconds", "line", {metadata}?]]}]}` */
export function decodeLokiJson(body: Uint8Array, _: LogDefaults, count: BatchCount): DecodedLogs {
  const builder = createLogBuilder(count)
  countJsonValues(body, count)
  let json: { streams?: unknown } | null
  try {
    json = JSON.parse(readText(body, builder))
  } catch (error) {
    return { kind: 'unreadable', message: `is not valid JSON: ${(error as Error).message}` }
  }
  if (!Array.isArray(json?.streams)) return { kind: 'unreadable', message: 'must be an object with streams' }
  for (const [index, one] of (json.streams as { stream?: unknown; values?: unknown }[]).entries()) {
    if (!isLokiLabels(one?.stream) || !Array.isArray(one.values))
      return { kind: 'unreadable', message: 'must have a stream of labels and values in each of its streams' }
    const add = addTo(builder, one.stream)
    for (const [row, value] of one.values.entries()) {
      const name = `streams[${index}].values[${row}]`
      const [time, line, metadata] = Array.isArray(value) ? value : []
      if (typeof time !== 'string' || typeof line !== 'string' || (metadata !== undefined && !isLokiLabels(metadata)))
        builder.reject(
          'malformed',
          `Expected a list of a time in text, a line, and labels if there are any, as ${name}.`,
        )
      else if (!/^\d{1,20}$/.test(time)) builder.reject('badTime', `The time of ${name} is not in epoch nanoseconds.`)
      else add(fromNanoseconds(time.padStart(7, '0')), line, metadata, name)
    }
  }
  return builder.build()
}

type AddLine = (time: LogTime, line: string | Uint8Array, metadata: LokiLabels | undefined, name: string) => void

/** Adds lines of one stream. */
function addTo(builder: LogBuilder, labels: LokiLabels): AddLine {
  const { attributes: others, ...stream } = readLokiStream(labels)
  const ofStream = writeAttributes(others)
  return (time, line, metadata, name) => {
    const severity = (metadata && severityOfLabels(metadata)) || stream.severity
    const attributes = metadata ? writeAttributes({ ...others, ...metadata }) : ofStream
    builder.add({ ...stream, time, severity, line, attributes }, {}, name)
  }
}

const LABEL = /([A-Za-z_]\w*)\s*=\s*("(?:[^"\\]|\\.)*")/g

/** `{app="shop", host="web1"}`; values are written as Go quotes them. */
function readLabels(text: string): LokiLabels {
  return Object.fromEntries([...text.matchAll(LABEL)].map(([, name, value]) => [name!, unquote(value!)]))
}

function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted.slice(1, -1)
  }
}
