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

interface Sender {
  readonly ctx: Context
  readonly caller: Caller
}

/** Reads a multipart body: its fields, and its part `file` straight into the file store. A body refused later leaves no file. */
export async function receiveMultipart(
  request: FastifyRequest,
  sender: Sender,
  sha256?: string,
): Promise<ReceivedUpload> {
  const fields: Record<string, string> = {}
  let file: FileRow | undefined
  try {
    for await (const part of readParts(request)) {
      if (part.kind === 'field') fields[part.name] = part.value
      else if (part.name === 'file' && !file) {
        const uploadFileName = cleanFileName(part.fileName)
        file = await storeFile(sender.ctx, sender.caller, { uploadFileName, source: part.content, sha256 })
      }
    }
  } catch (error) {
    if (file) await dropFile(sender, file)
    throw error
  }
  if (!file) throw invalidField('file', 'is required', { rule: 'required' })
  return { fields, file }
}

/** Runs the work with a file sent in the same request; a rejected request leaves no file behind. */
export async function withFile<T>(sender: Sender, file: FileRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await dropFile(sender, file)
    throw error
  }
}

/** Removes a file of a refused request; the request's own error counts. */
async function dropFile({ ctx, caller }: Sender, file: FileRow): Promise<void> {
  await deleteFile(ctx, caller, file.id).catch((cause: unknown) =>
    ctx.log.warn({ err: cause }, 'a file could not be removed'),
  )
}
