import type { FastifyRequest } from 'fastify'
import type { Caller, Context } from '../../domain/context.ts'
import { deleteFile, type FileRow, storeFile } from '../../domain/files/index.ts'
import { invalidField } from '../../domain/invalid-field.ts'
import { readParts } from '../multipart.ts'
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
    if (part.kind === 'field') fields[part.name] = part.value
    else if (part.name === 'file' && !file) {
      const uploadFileName = cleanFileName(part.fileName)
      file = await storeFile(ctx, caller, { uploadFileName, source: part.content, sha256 })
    }
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
