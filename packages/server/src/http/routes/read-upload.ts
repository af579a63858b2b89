import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Caller, Context } from '../../domain/context.ts'
import { DomainError } from '../../domain/errors.ts'
import { deleteFile, type FileRow, storeFile } from '../../domain/files/index.ts'
import { invalidField } from '../../domain/invalid-field.ts'
import { readParts, refusing } from '../multipart.ts'
import { cleanFileName } from './file-name.ts'

export interface ReceivedUpload {
  readonly fields: Readonly<Record<string, string>>
  readonly file: FileRow
}

/** Reads a multipart body: its fields, and its part `file` straight into the file store. */
export async function receiveMultipart(
  request: FastifyRequest,
  { ctx, caller }: { ctx: Context; caller: Caller },
  sha256?: string,
): Promise<ReceivedUpload> {
  const fields: Record<string, string> = {}
  let file: FileRow | undefined
  for await (const part of readParts(request)) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (part.fieldname === 'file' && !file) file = await storePart(ctx, caller, part, sha256)
    else part.file.resume()
  }
  if (!file) throw invalidField('file', 'is required')
  return { fields, file }
}

/** Runs the work with a file sent in the same request; a rejected request leaves no file behind. */
export async function withFile<T>(
  { ctx, caller }: { ctx: Context; caller: Caller },
  file: FileRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await deleteFile(ctx, caller, file.id).catch((cause: unknown) =>
      ctx.log.warn({ err: cause }, 'a file could not be removed'),
    )
    throw error
  }
}

function storePart(ctx: Context, caller: Caller, part: MultipartFile, sha256: string | undefined): Promise<FileRow> {
  return storeFile(ctx, caller, { uploadFileName: cleanFileName(part.filename), source: wholeOf(ctx, part), sha256 })
}

/** The plugin silently truncates a part at its limit. */
async function* wholeOf(ctx: Context, part: MultipartFile): AsyncGenerator<Uint8Array> {
  yield* refusing(part.file as AsyncIterable<Uint8Array>)
  if (!part.file.truncated) return
  throw new DomainError('PAYLOAD_TOO_LARGE', {
    details: [{ field: 'file', message: `at most ${ctx.settings.maxUploadBytes} bytes are taken` }],
  })
}
