import type { AlertChannel, AlertOrder } from '../../ports/alert-channel.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { alertText, summaryOf } from './alert-text.ts'
import { answeredOf, failureOf, postJson } from './post-json.ts'
import { describeAddress } from './web-address.ts'

/** Workflows of Microsoft Teams that begin when a webhook request is received; they take Adaptive Cards only. */
export function createTeamsChannel(outbound: Outbound): AlertChannel {
  return {
    describe: ({ serviceKey }) => describeAddress(serviceKey),
    async send(order, { serviceKey }, signal) {
      const answer = await postJson(outbound, {
        url: serviceKey,
        body: JSON.stringify(teamsMessage(order)),
        signal,
      })
      if ('kind' in answer) return answer
      // An older connector accepts what it then fails to post, and says so in words
      if (answer.status === 200 && (answer.isHtml || /webhook message delivery failed with error/i.test(answer.text)))
        return { kind: 'retry', failure: { code: 'notAccepted', answer: answeredOf(answer) } }
      return failureOf(answer) ?? { kind: 'sent' }
    },
  }
}

function teamsMessage({ message, locale, link }: AlertOrder): object {
  const text = alertText(message, locale)
  const items = text.items.flatMap(({ sentence, facts }) => [
    textBlock(sentence),
    ...(facts === '' ? [] : [{ ...textBlock(facts), isSubtle: true, spacing: 'None', size: 'Small' }]),
  ])
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: summaryOf(text),
    msteams: { width: 'Full' },
    body: [
      { ...textBlock(text.title), weight: 'Bolder', size: 'Medium' },
      ...items,
      ...(text.more === undefined ? [] : [textBlock(text.more)]),
    ],
    ...(link !== undefined && { actions: [{ type: 'Action.OpenUrl', title: text.openLabel, url: link }] }),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
  }
}

/** A text block reads Markdown: its signs are escaped in names and sentences. */
function textBlock(text: string): Record<string, unknown> {
  return { type: 'TextBlock', text: text.replace(/[\\*_[\]()~`#]/g, (sign) => `\\${sign}`), wrap: true }
}
