import { createOmen, type Omen } from '@omen/sdk'
import { currentLocale } from '../i18n/i18n.ts'

/** The one client of the page. Sentences come in the language that the page is shown in. */
export const omen: Omen = createOmen({ locale: currentLocale })
