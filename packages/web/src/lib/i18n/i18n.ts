import type { Locale } from '@omen/sdk'
import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { connect } from './en/connect.ts'
import type { logs } from './en/logs.ts'
import { chooseLocale, rememberLocale } from './locale.ts'
import type { Texts } from './texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts & { logs: typeof logs }; connect: typeof connect }
  }
}

/** A language is loaded when it is selected. */
const dictionaries: Record<Locale, () => Promise<Texts>> = {
  en: async () => (await import('./en/index.ts')).english,
  'zh-CN': async () => (await import('./zh-cn/index.ts')).chinese,
}

/** Every language has a text for one and a text for more; by its own grammar Chinese would never take the first. */
export const chooseTextForOne = ({ services: { pluralResolver } }: i18n): void => {
  const getRule = pluralResolver.getRule.bind(pluralResolver)
  pluralResolver.getRule = (_language: string, options: object) => getRule('en', options)
}

export const startI18n = async (): Promise<void> => {
  const locale = chooseLocale()
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: locale,
    resources: { [locale]: { translation: await dictionaries[locale]() } },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
  })
  chooseTextForOne(i18next)
  document.documentElement.lang = locale
}

export const currentLocale = (): Locale => (i18next.language === 'zh-CN' ? 'zh-CN' : 'en')

export const switchLocale = async (locale: Locale): Promise<void> => {
  if (locale === currentLocale()) return
  i18next.addResourceBundle(locale, 'translation', await dictionaries[locale](), true, true)
  await i18next.changeLanguage(locale)
  document.documentElement.lang = locale
  rememberLocale(locale)
}
