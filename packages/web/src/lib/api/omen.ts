import { createOmen, type Omen } from '@omen/sdk'
import { fetchNoticing } from '../deployment/deployment.ts'
import { currentLocale } from '../i18n/i18n.ts'
import { apiBase } from './api-base.ts'

/** The API client of the page. Requests sentences in the language of the page. */
export const omen: Omen = createOmen({ baseUrl: apiBase, locale: currentLocale, fetch: fetchNoticing })
