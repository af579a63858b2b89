import type { EventKind } from '../../schema/wire-types.ts'
import { invalidField } from '../invalid-field.ts'

/** What changed, as it was reported. */
export interface EventFields {
  readonly at: number
  readonly kind: EventKind
  readonly title: string
  readonly version?: string | undefined
  readonly instances?: readonly string[] | undefined
  readonly link?: string | undefined
}

/** As they are stored: trimmed, on one line. */
export interface CheckedEvent {
  readonly at: number
  readonly kind: EventKind
  readonly title: string
  readonly version: string | null
  readonly instances: string[]
  readonly link: string | null
}

const AHEAD_MS = 86_400_000

/** Throws VALIDATION_FAILED for a time far ahead, a text that is not one line, and a link that is no web address. */
export function checkEvent(fields: EventFields, now: number): CheckedEvent {
  const { at, kind, title, version, instances = [], link } = fields
  if (at > now + AHEAD_MS) throw invalidField('at', 'must not be more than a day to come', { sentence: TOO_FAR_AHEAD })
  return {
    at,
    kind,
    title: requireLine('title', title),
    version: version === undefined ? null : requireLine('version', version),
    instances: [...new Set(instances.map((instance) => requireLine('instances', instance)))],
    link: link === undefined ? null : requireWebAddress(link),
  }
}

const TOO_FAR_AHEAD = {
  en: 'An event may lie at most a day ahead.',
  'zh-CN': '事件时间最多只能晚于当前一天。',
}

function requireLine(field: string, text: string): string {
  const line = text.trim()
  if (line !== '' && !/\p{Cc}/u.test(line)) return line
  throw invalidField(field, 'must be one line of text without control characters', { rule: 'format' })
}

function requireWebAddress(text: string): string {
  const address = text.trim()
  if (isWebAddress(address)) return address
  throw invalidField('link', 'must be an address that begins with http:// or https://', { rule: 'format' })
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[\s\p{Cc}]/u.test(text)
}
