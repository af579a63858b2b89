import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { connect as english } from './en/connect.ts'
import { connect as chinese } from './zh-cn/connect.ts'

/** Texts that only the pages of projects have: they are loaded with them and not with the page as a whole. */
export const useConnectTexts = () => {
  if (!i18next.hasResourceBundle('en', 'connect')) {
    i18next.addResourceBundle('en', 'connect', english)
    i18next.addResourceBundle('zh-CN', 'connect', chinese)
  }
  return useTranslation('connect')
}
