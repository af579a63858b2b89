import type { DecodedBatch, DecodeTask, ProtocolName } from '../ports/decoded-batch.ts'
import type { SeriesTable } from '../ports/series-table.ts'
import { decodeCsvPoints } from './csv-points.ts'
import { decompress } from './decompress.ts'
import { DamagedError, TooLargeError } from './decompress-errors.ts'
import { decodeJsonPoints, decodeNdjsonPoints } from './json-points.ts'
import { decodeRemoteWrite, decodeRemoteWrite2 } from './remote-write.ts'

type Decoder = (body: Uint8Array, known: SeriesTable) => DecodedBatch

const decoders: Readonly<Record<ProtocolName, Decoder>> = {
  jsonPoints: decodeJsonPoints,
  ndjsonPoints: decodeNdjsonPoints,
  csvPoints: decodeCsvPoints,
  remoteWrite: decodeRemoteWrite,
  remoteWrite2: decodeRemoteWrite2,
}

/** Decompresses and decodes a body. Runs in a worker thread. */
export function decode({ protocol, body, encoding, maxBytes, known }: DecodeTask): DecodedBatch {
  try {
    return decoders[protocol](decompress(body, encoding, maxBytes), known)
  } catch (error) {
    if (error instanceof TooLargeError) return { kind: 'tooLarge', maxBytes }
    if (error instanceof DamagedError) return { kind: 'unreadable', message: error.message }
    throw error
  }
}
