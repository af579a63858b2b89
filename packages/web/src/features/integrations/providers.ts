import type { IntegrationProvider } from '@omen/sdk'
import { email } from '@omen/sdk/rules'

/** In the order in which they are offered. */
export const PROVIDERS: readonly IntegrationProvider[] = ['slack', 'teams', 'pagerduty', 'webhook', 'email']

/** Whether a text can be the address or key of the service; the server decides. */
export const isServiceKey = (provider: IntegrationProvider, text: string): boolean => {
  const key = text.trim()
  if (provider === 'email') return email.test(key)
  return provider === 'pagerduty' ? /^[A-Za-z0-9]{32}$/.test(key) : isWebAddress(key)
}

export const isWebAddress = (text: string): boolean => /^https?:\/\/./i.test(text) && URL.canParse(text)
