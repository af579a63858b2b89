import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { files } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { deleteFile, findOwnFile } from '../files/index.ts'
import { invalidField } from '../invalid-field.ts'

const MAX_BYTES = 20_000
/** For a test to be followed by another, and by the project. */
const KEPT_FOR_MS = 3_600_000
const PRIVATE_KEY = /"private_key"|-----BEGIN [A-Z ]*PRIVATE KEY-----/

/** The text of a key that was stored by POST files. It stays for an hour after it was read last: no project may take it. */
export async function readKeyFile(ctx: Context, caller: Caller, filename: string): Promise<string> {
  const file = await findOwnFile(ctx, caller, filename)
  const content = await ctx.files.open('file', file.id, { start: 0, end: MAX_BYTES })
  const bytes = await buffer(content)
  if (bytes.length > MAX_BYTES) throw invalidField('filename', `is larger than ${MAX_BYTES} bytes: it is no key file`)
  const text = bytes.toString()
  if (PRIVATE_KEY.test(text))
    await ctx.db
      .update(files)
      .set({ preview: null, expiresAt: ctx.clock.now() + KEPT_FOR_MS })
      .where(eq(files.id, file.id))
  return text
}

/** Once it is sealed, the key is not to lie beside it in plain text. */
export async function dropKeyFile(ctx: Context, caller: Caller, filename: string | undefined): Promise<void> {
  if (filename !== undefined) await deleteFile(ctx, caller, filename)
}
