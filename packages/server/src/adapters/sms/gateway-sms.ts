import type { SmsSender } from '../../ports/sms.ts'

const patienceMs = 15_000

/** POSTs `{to, text}` as JSON; any 2xx counts as accepted. */
export function createGatewaySms(url: string, token: string | null, send: typeof fetch = fetch): SmsSender {
  const headers = { 'Content-Type': 'application/json', ...(token !== null && { Authorization: `Bearer ${token}` }) }
  return {
    send: async (message) => {
      const body = JSON.stringify(message)
      const response = await send(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
    },
  }
}
