import type { Prompt, Rule } from '@omen/sdk/rules'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

export type Check = <Value>(rule: Rule<Value>, value: Value) => string | null

/** A text of the rules in the reader's language. */
export const usePrompt = (): ((prompt: Prompt) => string) => {
  const { i18n } = useTranslation()
  const locale = i18n.language === 'zh-CN' ? 'zh-CN' : 'en'
  return useCallback((prompt) => prompt[locale], [locale])
}

/** The prompt of a rule in the reader's language, or null if the value meets it. */
export const useCheck = (): Check => {
  const prompt = usePrompt()
  return useCallback((rule, value) => (rule.test(value) ? null : prompt(rule.prompt)), [prompt])
}
