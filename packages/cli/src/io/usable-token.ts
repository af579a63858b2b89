import { tokenFault } from '@omen/sdk'
import { UsageError } from '../failures.ts'

const COPY_HINT = 'A token or key is one line of printable ASCII without spaces. Copy it again as a whole.'

/**
 * A token or ingest key without the white space around it. Throws if a request cannot carry it; the message names
 * `holder`, which is where the token comes from, and never repeats the token.
 */
export function usableToken(holder: string, given: string, hint: string = COPY_HINT): string {
  const fault = tokenFault(given)
  if (fault !== undefined) throw new UsageError(`${holder} ${fault}`, hint)
  return given.trim()
}
