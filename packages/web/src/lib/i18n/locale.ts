import type { Locale } from '@omen/sdk'

export const LOCALES: readonly Locale[] = ['en', 'zh-CN']

/** Language names in their own language, as readers recognise them. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', 'zh-CN': '中文' }

const STORAGE_KEY = 'omen.locale'

/** The first browser language that Omen supports; any Chinese matches zh-CN, the fallback is English. */
export const matchLocale = (wanted: readonly string[]): Locale => {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0]
    if (language === 'zh') return 'zh-CN'
    if (language === 'en') return 'en'
  }
  return 'en'
}

const readStored = (): string | null => {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

export const chooseLocale = (): Locale => {
  const stored = readStored()
  return LOCALES.find((locale) => locale === stored) ?? matchLocale(navigator.languages)
}

export const rememberLocale = (locale: Locale): void => {
  try {
    localStorage.setItem(STORAGE_KEY, locale)
  } catch {
    // without storage the browser's language applies again next time
  }
}
