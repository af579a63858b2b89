import { createHash } from 'node:crypto'

/** Hash under which random secrets (sessions, access tokens) are stored; they are long enough to need no slow hash. */
export function digestOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}
