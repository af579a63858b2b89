import type { DecodedBatch, DecodeTask, ProtocolName } from '../ports/decoded-batch.ts'
import type { SeriesTable } from '../ports/series-table.ts'
import { type BatchCount, createBatchCount } from './batch-count.ts'
import { decodeCsvPoints } from './csv-points.ts'
import { decodeBody } from './decode-body.ts'
import { createInfluxDecoder } from './influx-lines.ts'
import { decodeJsonPoints, decodeNdjsonPoints } from './json-points.ts'
import { decodeOtlpJsonMetrics, decodeOtlpMetrics } from './otlp-metrics.ts'
import { decodeRemoteWrite, decodeRemoteWrite2 } from './remote-write.ts'

type Decoder = (body: Uint8Array, known: SeriesTable, count: BatchCount, receivedAt: number) => DecodedBatch

const decoders: Readonly<Record<ProtocolName, Decoder>> = {
  jsonPoints: decodeJsonPoints,
  ndjsonPoints: decodeNdjsonPoints,
  csvPoints: decodeCsvPoints,
  remoteWrite: decodeRemoteWrite,
  remoteWrite2: decodeRemoteWrite2,
  influx_ns: createInfluxDecoder('ns'),
  influx_us: createInfluxDecoder('us'),
  influx_ms: createInfluxDecoder('ms'),
  influx_s: createInfluxDecoder('s'),
  influx_m: createInfluxDecoder('m'),
  influx_h: createInfluxDecoder('h'),
  otlpMetrics: decodeOtlpMetrics,
  otlpJsonMetrics: decodeOtlpJsonMetrics,
}

/** Decompresses and decodes a body. Runs in a worker thread. */
export function decode(task: DecodeTask): Promise<DecodedBatch> {
  const { protocol, known, receivedAt } = task
  const count = createBatchCount({ ...task, what: 'samples' })
  const linesPerItem = isOfLines(protocol) ? 1 : undefined
  return decodeBody({ ...task, count, linesPerItem }, (body) => decoders[protocol](body, known, count, receivedAt))
}

function isOfLines(protocol: ProtocolName): boolean {
  return protocol === 'ndjsonPoints' || protocol === 'csvPoints' || protocol.startsWith('influx_')
}
