import type { Readable } from 'node:stream'
import { DomainError } from '../../domain/errors.ts'
import {
  type ChunkRange,
  deleteFile,
  findUpload,
  getFile,
  listFiles,
  listRejected,
  storeChunk,
  storeFile,
  type UploadStatus,
} from '../../domain/files/index.ts'
import { invalidField } from '../../domain/invalid-field.ts'
import { leavingOf } from '../client-left.ts'
import type { Answer, OperationHandlers, OperationInput } from '../operation.ts'
import { decodeFileName } from './file-name.ts'
import { receiveMultipart } from './read-upload.ts'

export const fileOperations: OperationHandlers<
  'storeFile' | 'listFiles' | 'getFile' | 'listRejectedLines' | 'deleteFile'
> = {
  storeFile: async (input) => {
    const { row, receivedBytes, isWhole } = await receive(input)
    input.reply.code(isWhole ? 201 : 202)
    return answerOf(row, receivedBytes)
  },
  listFiles: ({ ctx, caller, query }) => listFiles(ctx, caller, query as Required<typeof query>),
  getFile: ({ ctx, caller, path, reply }) => getFile(ctx, caller, path.filename, leavingOf(reply)),
  listRejectedLines: ({ ctx, caller, path, reply }) => listRejected(ctx, caller, path.filename, leavingOf(reply)),
  deleteFile: async ({ ctx, caller, path }) => {
    await deleteFile(ctx, caller, path.filename)
    return {}
  },
}

async function receive(input: OperationInput<'storeFile'>): Promise<UploadStatus> {
  const { ctx, caller, header, request } = input
  const sha256 = header['X-Content-SHA256']
  if (request.isMultipart()) return whole((await receiveMultipart(request, input, sha256)).file)
  const handle = header['X-Upload-Handle']
  const range = header['Content-Range'] === undefined ? undefined : readContentRange(header['Content-Range'])
  if (range === 'question') return findUpload(ctx, caller, { handle, sha256 })
  const name = header['X-File-Name']
  if (name === undefined && handle === undefined) throw invalidField('X-File-Name', 'is required')
  const uploadFileName = name === undefined ? '' : decodeFileName(name)
  const announced = request.headers['content-length']
  const announcedBytes = announced === undefined ? undefined : Number(announced)
  const body = request.body as Readable
  const source = body.iterator({ destroyOnReturn: false })
  const incoming = { uploadFileName, source, sha256, announcedBytes }
  try {
    if (range === undefined) return whole(await storeFile(ctx, caller, incoming))
    return await storeChunk(ctx, caller, { ...incoming, range, handle })
  } catch (error) {
    // What is still arriving of a refused file would otherwise block the next request on its connection.
    body.resume()
    throw error
  }
}

/** `bytes 0-99/1000` is a chunk; `bytes * over 1000` asks for the upload's status. */
function readContentRange(header: string): ChunkRange | 'question' {
  const [, start, end, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(header) ?? []
  if (start === undefined || end === undefined) return 'question'
  const range = { start: Number(start), end: Number(end), total: Number(total) }
  if (Object.values(range).every(Number.isSafeInteger)) return range
  throw new DomainError('RANGE_MISMATCH', {
    details: [{ field: 'Content-Range', message: 'must state the size of the whole file' }],
  })
}

function whole(row: UploadStatus['row']): UploadStatus {
  return { row, receivedBytes: row.bytes, isWhole: true }
}

function answerOf(row: UploadStatus['row'], receivedBytes: number): Answer<'storeFile'> {
  const { id, uploadFileName, bytes, sha256 } = row
  return { filename: id, uploadFileName, bytes, sha256, receivedBytes }
}
