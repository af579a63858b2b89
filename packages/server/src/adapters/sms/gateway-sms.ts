import { SmsNotSent, type SmsSender } from '../../ports/sms.ts'

const PATIENCE_MS = 15_000

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
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch((error: unknown) => {
        throw isUnreachable(error) ? new SmsNotSent('the SMS gateway cannot be reached', { cause: error }) : error
      })
      await response.body?.cancel()
      if (response.ok) return
      const answer = `the SMS gateway answered ${response.status}`
      // Any other answer may be that of a proxy whose gateway has sent it
      throw response.status >= 400 && response.status < 500 ? new SmsNotSent(answer) : new Error(answer)
    },
  }
}

/** Whether there was no connection over which a message could have been sent. */
function isUnreachable(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
  return code !== undefined && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)
}
