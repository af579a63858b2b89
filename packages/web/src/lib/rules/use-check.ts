import type { Rule } from '@omen/sdk/rules'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

export type Check = <Value>(rule: Rule<Value>, value: Value) => string | null

/** The prompt of a rule in the reader's language, or null where the value meets it. */
export const useCheck = (): Check => {
  const { i18n } = useTranslation()
  const locale = i18n.language === 'zh-CN' ? 'zh-CN' : 'en'
  return useCallback((rule, value) => (rule.test(value) ? null : rule.prompt[locale]), [locale])
}
