import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '../domain/errors.ts'
import { addField, addingFile } from './body-digest.ts'

/** A part of a multipart body. The content of a file is read before the next part is asked for, or else skipped. */
export type BodyPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly fileName: string | undefined
      readonly content: AsyncIterable<Uint8Array>
    }

/** The parts of a multipart body; a body that is not valid multipart is MALFORMED_BODY, whichever part reveals it. */
export async function* readParts(request: FastifyRequest): AsyncGenerator<BodyPart> {
  if (!/;\s*boundary=("[^"]+"|[^\s;"]+)/i.test(request.headers['content-type'] ?? '')) {
    throw malformed({ field: 'Content-Type', message: 'multipart/form-data needs a boundary' })
  }
  try {
    for await (const part of refusing(request.parts())) {
      if (part.type === 'file') yield* readFilePart(request, part)
      else {
        // The plugin silently truncates a field at its limit.
        if (part.valueTruncated) throw tooLarge(part.fieldname, 'is too long')
        addField(request, part.fieldname, part.value)
        yield { kind: 'field', name: part.fieldname, value: String(part.value) }
      }
    }
  } finally {
    // What is still arriving of a refused body would otherwise block the next request on its connection.
    request.raw.unpipe()
    request.raw.resume()
  }
}

async function* readFilePart(request: FastifyRequest, part: MultipartFile): AsyncGenerator<BodyPart> {
  const named = { name: part.fieldname, fileName: part.filename }
  const content = addingFile(request, named, contentOf(part))
  yield { kind: 'file', ...named, content }
  for await (const _ of content);
}

/** The plugin silently truncates a file at its limit. */
async function* contentOf({ fieldname, file }: MultipartFile): AsyncGenerator<Uint8Array> {
  yield* refusing(file as AsyncIterable<Uint8Array>)
  if (file.truncated) throw tooLarge(fieldname, `at most ${file.bytesRead} bytes are taken`)
}

/** An error without a status is the sender's: the body is incomplete or not multipart. */
async function* refusing<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (cause) {
    if (cause instanceof DomainError || (cause as { statusCode?: number }).statusCode !== undefined) throw cause
    throw malformed({ field: 'body', message: 'is not complete multipart/form-data' }, cause)
  }
}

function tooLarge(field: string, message: string): DomainError {
  return new DomainError('PAYLOAD_TOO_LARGE', { details: [{ field: field.slice(0, 100), message }] })
}

function malformed(detail: { field: string; message: string }, cause?: unknown): DomainError {
  return new DomainError('MALFORMED_BODY', { details: [detail], cause })
}
