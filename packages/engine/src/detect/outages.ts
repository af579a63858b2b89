import type { SentenceParts } from './sentence.ts'

/** The instance that is down or silent as a whole; undefined of any other finding. */
export function outageOf(parts: SentenceParts): string | undefined {
  if (parts.kind === 'down') return parts.instance
  return parts.kind === 'silent' && parts.metric === undefined ? parts.instance : undefined
}

/**
 * The sentence that speaks for an incident, with the other instances that went down in it, in the order of `all`, the sentences of its
 * findings. As it is where it tells of no outage.
 */
export function nameOutages(lead: SentenceParts, all: readonly SentenceParts[]): SentenceParts {
  const own = outageOf(lead)
  if (own === undefined) return lead
  const others = [...new Set(all.flatMap((parts) => outageOf(parts) ?? []))].filter((instance) => instance !== own)
  return others.length === 0 ? lead : ({ ...lead, others } as SentenceParts)
}
