import type { Locale } from '@omen/sdk'
import i18next from 'i18next'
import { atom } from 'jotai'
import { currentLocale } from './i18n.ts'

/** The language of the page, for sentences from the server. */
export const localeAtom = atom<Locale>('en')
localeAtom.onMount = (set) => {
  const read = () => set(currentLocale())
  read()
  i18next.on('languageChanged', read)
  return () => i18next.off('languageChanged', read)
}
