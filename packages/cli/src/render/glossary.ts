import type { GlossaryEntry } from '@omen/sdk/glossary'
import type { Language } from './language.ts'
import type { View } from './view.ts'

/** Terms and their meanings, a paragraph each. */
export function renderGlossary(entries: readonly GlossaryEntry[], language: Language, { paint }: View): string {
  return entries.map(({ term, meaning }) => `${paint.bold(term[language])}\n  ${meaning[language]}`).join('\n')
}
