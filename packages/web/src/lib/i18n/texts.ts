import type { english } from './en/index.ts'

/** The keys that every language must have, taken from English. */
export type Texts = typeof english
