import { buffer } from 'node:stream/consumers'
import type { Caller, Context } from '../context.ts'
import { deleteFile, findOwnFile } from '../files/index.ts'
import { invalidField } from '../invalid-field.ts'

const maxBytes = 20_000

/** The text of a key that was stored by POST files. */
export async function readKeyFile(ctx: Context, caller: Caller, filename: string): Promise<string> {
  const file = await findOwnFile(ctx, caller, filename)
  const content = await ctx.files.open('file', file.id, { start: 0, end: maxBytes })
  const bytes = await buffer(content)
  if (bytes.length > maxBytes) throw invalidField('filename', `is larger than ${maxBytes} bytes: it is no key file`)
  return bytes.toString()
}

/** Once it is sealed, the key is not to lie beside it in plain text. */
export async function dropKeyFile(ctx: Context, caller: Caller, filename: string | undefined): Promise<void> {
  if (filename !== undefined) await deleteFile(ctx, caller, filename)
}
