import { SecretBoxError } from '../../../ports/secret-box.ts'
import type { Context } from '../../context.ts'

type HookContext = Pick<Context, 'secretBox'>

const ABOUT = 'ingest key in the address of a webhook'

/**
 * An ingest key for the address of a webhook that is signed with it. Sealed: the server stores only the digest of a key, and needs the key itself
 * to verify a signature; the address alone is of no use to whoever reads it.
 */
export function hookOf({ secretBox }: HookContext, ingestKey: string): string {
  return Buffer.from(secretBox.seal(ingestKey, ABOUT)).toString('base64url')
}

/** The ingest key; undefined where it was not sealed here, or with a key of the server that is gone. */
export function openHook({ secretBox }: HookContext, hook: string): string | undefined {
  try {
    return secretBox.open(Buffer.from(hook, 'base64url'), ABOUT)
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}
