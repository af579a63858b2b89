import type { Locale } from '@omen/sdk'

export const locales: readonly Locale[] = ['en', 'zh-CN']

/** Named in their own language: that is how a reader recognises them. */
export const localeNames: Record<Locale, string> = { en: 'English', 'zh-CN': '中文' }

const storageKey = 'omen.locale'

/** The first language of the browser that Omen speaks. Any Chinese counts, English is what is left. */
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
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

export const chooseLocale = (): Locale => {
  const stored = readStored()
  return locales.find((locale) => locale === stored) ?? matchLocale(navigator.languages)
}

export const rememberLocale = (locale: Locale): void => {
  try {
    localStorage.setItem(storageKey, locale)
  } catch {
    // without storage the browser's language is chosen again next time
  }
}
