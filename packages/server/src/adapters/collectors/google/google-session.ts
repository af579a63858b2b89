import { CollectorError } from '../../../ports/collector.ts'
import { askProvider, parseJson } from '../ask-provider.ts'
import { asObject, type JsonObject } from '../json-fields.ts'
import { fetchToken, type GoogleParts, type GoogleToken } from './fetch-token.ts'
import { toGoogleError } from './google-errors.ts'
import { type GoogleKey, readKeyFile } from './read-key-file.ts'

export interface GoogleRequest {
  readonly url: string
  /** Sent as JSON by POST; without it by GET. */
  readonly body?: unknown
}

export interface GoogleSession {
  /** The object that a service answers; rejects with `CollectorError`, or with the reason of the signal. */
  ask(request: GoogleRequest, signal: AbortSignal): Promise<JsonObject>
}

const EARLY_MS = 5 * 60_000

/** Requests by a service account, as https://developers.google.com/identity/protocols/oauth2/service-account describes it. */
export function openGoogleSession(keyFile: string, parts: GoogleParts): GoogleSession {
  const { outbound, clock } = parts
  let key: GoogleKey | undefined
  let token: GoogleToken | undefined

  return {
    async ask({ url, body }, signal) {
      signal.throwIfAborted()
      key ??= readKeyFile(keyFile)
      if (token === undefined || token.expiresAt - EARLY_MS <= clock.now()) token = await fetchToken(key, parts, signal)
      const secrets = [...key.secrets, token.value]
      const headers = { authorization: `Bearer ${token.value}`, 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const answer = await askProvider(outbound, { url, headers, ...sent }, signal)
      if (answer.status === 401) token = undefined
      if (answer.status !== 200) throw toGoogleError(answer, secrets, clock.now())
      const parsed = asObject(parseJson(answer.body, secrets))
      if (parsed === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer is no JSON object.' })
      return parsed
    },
  }
}
