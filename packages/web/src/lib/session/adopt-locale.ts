import type { Locale, User } from '@omen/sdk'
import { omen } from '../api/omen.ts'
import { currentLocale, switchLocale } from '../i18n/i18n.ts'

/** A language chosen since the page was opened is newer than what the profile holds. */
let chosenHere: Locale | null = null

export const chooseLocaleHere = async (locale: Locale, isSignedIn: boolean): Promise<void> => {
  chosenHere = locale
  await switchLocale(locale)
  if (isSignedIn) await omen.accounts.updateProfile({ locale })
}

/** After signing in: the page speaks the profile's language, or the profile learns the one chosen before signing in. */
export const adoptLocale = async (user: User): Promise<void> => {
  if (chosenHere === null) await switchLocale(user.locale)
  else if (chosenHere !== user.locale) await omen.accounts.updateProfile({ locale: currentLocale() })
}
