import { isDeepStrictEqual } from 'node:util'
import type { ConnectionFields } from '../../ports/collector-factory.ts'
import { invalidField } from '../invalid-field.ts'
import { requestField } from './connectors.ts'

/** Where requests go to, as far as whoever types it decides that. */
const DESTINATIONS = ['address', 'endpoint']

/**
 * What is stored is sent to where it was given for: whoever may change an address must not learn by it the keys that somebody else typed. `given`
 * holds the fields of the request.
 */
export function requireFreshSecrets(
  before: ConnectionFields,
  after: ConnectionFields,
  given: Readonly<Record<string, unknown>>,
): void {
  const moved = DESTINATIONS.find((field) => !isDeepStrictEqual(fieldOf(before, field), fieldOf(after, field)))
  if (moved === undefined) return
  const kept = Object.keys(after.secrets).find((field) => given[field] === undefined)
  if (kept === undefined) return
  throw invalidField(requestField(kept), `must be given again, since ${moved} changes`, {
    rule: 'required',
    sentence: {
      en: 'Enter it again: keys are only sent to the address that they were given for.',
      'zh-CN': '请重新填写：密钥只会发送到填写时对应的地址。',
    },
  })
}

function fieldOf({ settings }: ConnectionFields, field: string): unknown {
  return (settings as Readonly<Record<string, unknown>>)[field]
}
