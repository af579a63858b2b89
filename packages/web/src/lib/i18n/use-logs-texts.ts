import i18next from 'i18next'
import { logs as english } from './en/logs.ts'
import { logs as chinese } from './zh-cn/logs.ts'

/** Texts that only the page of logs has: they are loaded with it and not with the page as a whole. */
export const useLogsTexts = (): void => {
  if (i18next.exists('logs.title')) return
  i18next.addResourceBundle('en', 'translation', { logs: english }, true)
  i18next.addResourceBundle('zh-CN', 'translation', { logs: chinese }, true)
}
