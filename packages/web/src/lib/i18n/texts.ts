import type { english } from './en/index.ts'

/** The shape that every language fills; English gives it. */
export type Texts = typeof english
