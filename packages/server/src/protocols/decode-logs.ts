import type { DecodedLogs, LogDecodeTask, LogProtocolName } from '../ports/decoded-logs.ts'
import { type BatchCount, createBatchCount } from './batch-count.ts'
import { decodeBody } from './decode-body.ts'
import { decodeElasticBulk } from './elastic-bulk.ts'
import { decodeJsonLogs, decodeNdjsonLogs } from './json-logs.ts'
import type { LogDefaults } from './log-document.ts'
import { decodeLokiJson, decodeLokiPush } from './loki.ts'
import { decodeOtlpJsonLogs, decodeOtlpLogs } from './otlp-logs.ts'
import { decodeSyslog } from './syslog.ts'
import { decodeTextLogs } from './text-logs.ts'

type Decoder = (body: Uint8Array, defaults: LogDefaults, count: BatchCount) => DecodedLogs

const decoders: Readonly<Record<LogProtocolName, Decoder>> = {
  jsonLogs: decodeJsonLogs,
  ndjsonLogs: decodeNdjsonLogs,
  textLogs: decodeTextLogs,
  elasticBulk: decodeElasticBulk,
  lokiPush: decodeLokiPush,
  lokiJson: decodeLokiJson,
  otlpLogs: decodeOtlpLogs,
  otlpJsonLogs: decodeOtlpJsonLogs,
  syslog: decodeSyslog,
}

/** Lines of text for each log line, of bodies that are made of lines. */
const LINES_PER_ITEM: Readonly<Partial<Record<LogProtocolName, number>>> = {
  ndjsonLogs: 1,
  textLogs: 1,
  elasticBulk: 2,
}

/** Decompresses and decodes a body of log lines. Runs in a worker thread. */
export function decodeLogs(task: LogDecodeTask): Promise<DecodedLogs> {
  const { protocol } = task
  const count = createBatchCount({ ...task, what: 'lines' })
  return decodeBody({ ...task, count, linesPerItem: LINES_PER_ITEM[protocol] }, (body) =>
    decoders[protocol](body, task, count),
  )
}
