import type { Locale } from '@omen/sdk'
import type { Io } from './io.ts'

/** The language of sentences, from the environment as other programs read it. */
export function localeOf({ env }: Pick<Io, 'env'>): Locale {
  return /^zh/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || '') ? 'zh-CN' : 'en'
}
