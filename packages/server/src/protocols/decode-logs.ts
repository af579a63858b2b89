import type { DecodedLogs, LogDecodeTask, LogProtocolName } from '../ports/decoded-logs.ts'
import { decodeBody } from './decode-body.ts'
import { decodeElasticBulk } from './elastic-bulk.ts'
import { decodeJsonLogs, decodeNdjsonLogs } from './json-logs.ts'
import type { LogDefaults } from './log-document.ts'
import { decodeLokiJson, decodeLokiPush } from './loki.ts'
import { decodeOtlpJsonLogs, decodeOtlpLogs } from './otlp-logs.ts'
import { decodeSyslog } from './syslog.ts'
import { decodeTextLogs } from './text-logs.ts'

type Decoder = (body: Uint8Array, defaults: LogDefaults) => DecodedLogs

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

/** Decompresses and decodes a body of log lines. Runs in a worker thread. */
export function decodeLogs(task: LogDecodeTask): DecodedLogs {
  return decodeBody(task, (body) => decoders[task.protocol](body, task))
}
