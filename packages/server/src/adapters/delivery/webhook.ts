import { createHmac } from 'node:crypto'
import type { AlertChannel, AlertOrder } from '../../ports/alert-channel.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { failureOf, postJson } from './post-json.ts'
import { describeAddress } from './web-address.ts'

/** Posts the alert as JSON to any address, signed. */
export function createWebhookChannel(outbound: Outbound): AlertChannel {
  return {
    describe: ({ serviceKey }) => describeAddress(serviceKey),
    async send(order, { serviceKey, signingSecret = '' }, signal) {
      const body = webhookBody(order)
      const headers = {
        'X-Omen-Delivery': order.deliveryId,
        'X-Omen-Signature': signatureOf(body, signingSecret, Math.floor(order.now / 1000)),
      }
      const answer = await postJson(outbound, { url: serviceKey, body, headers, signal })
      return 'kind' in answer ? answer : (failureOf(answer) ?? { kind: 'sent' })
    },
  }
}

function webhookBody({ alertId, message, link }: AlertOrder): string {
  return JSON.stringify({ alertId, ...message, ...(link !== undefined && { link }) })
}

/** `t` is the time of this attempt in seconds, so that a receiver can refuse what is old; `v1` signs it with the body. */
function signatureOf(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
