import type { Locale, User } from '@omen/sdk'
import { omen } from '../api/omen.ts'
import { currentLocale, switchLocale } from '../i18n/i18n.ts'

/** A language selected since the page was opened is newer than the profile's. */
let chosenHere: Locale | null = null

export const chooseLocaleHere = async (locale: Locale, isSignedIn: boolean): Promise<void> => {
  chosenHere = locale
  await switchLocale(locale)
  if (isSignedIn) await omen.accounts.updateProfile({ locale })
}

/** After signing in: applies the profile's language, or saves the one selected before signing in. */
export const adoptLocale = async (user: User): Promise<void> => {
  if (chosenHere === null) await switchLocale(user.locale)
  else if (chosenHere !== user.locale) await omen.accounts.updateProfile({ locale: currentLocale() })
}
