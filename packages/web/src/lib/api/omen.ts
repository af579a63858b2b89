import { createOmen, type Omen } from '@omen/sdk'
import { fetchNoticing } from '../deployment/deployment.ts'
import { currentLocale } from '../i18n/i18n.ts'

/** The API client of the page. Requests sentences in the language of the page. */
export const omen: Omen = createOmen({ locale: currentLocale, fetch: fetchNoticing })
