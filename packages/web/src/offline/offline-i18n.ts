import type { Locale } from '@omen/sdk'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { english } from '../lib/i18n/en/index.ts'
import { chooseTextForOne } from '../lib/i18n/i18n.ts'
import { chinese } from '../lib/i18n/zh-cn/index.ts'

/** Both languages are in the file. */
export const startOfflineI18n = async (locale: Locale): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: locale,
    resources: { en: { translation: english }, 'zh-CN': { translation: chinese } },
    interpolation: { escapeValue: false },
  })
  chooseTextForOne(i18next)
  document.documentElement.lang = locale
}
