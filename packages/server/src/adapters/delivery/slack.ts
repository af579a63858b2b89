import type { AlertChannel, AlertOrder, ChannelOutcome } from '../../ports/alert-channel.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { type AlertText, alertText } from './alert-text.ts'
import { failureOf, postJson } from './post-json.ts'
import { describeAddress } from './web-address.ts'

/** Slack's limits of a header and a section. */
const MAX_HEADER = 150
const MAX_SECTION = 3000

/** Incoming webhooks of Slack and of what understands their messages (Mattermost, Rocket.Chat, Discord with /slack). */
export function createSlackChannel(outbound: Outbound): AlertChannel {
  return {
    describe: ({ serviceKey }) => describeAddress(serviceKey),
    async send(order, { serviceKey }, signal): Promise<ChannelOutcome> {
      const answer = await postJson(outbound, {
        url: serviceKey,
        body: JSON.stringify(slackMessage(order)),
        signal,
      })
      if ('kind' in answer) return answer
      if (answer.status < 300 && answer.isHtml)
        return {
          kind: 'retry',
          failure: { code: 'webPageInstead' },
        }
      return failureOf(answer) ?? { kind: 'sent' }
    },
  }
}

function slackMessage({ message, locale, link }: AlertOrder): object {
  const text = alertText(message, locale)
  const sections = text.items.map(({ sentence, facts }) => section(facts === '' ? sentence : `${sentence}\n${facts}`))
  const rest = text.more === undefined ? [] : [section(text.more)]
  const open = link === undefined ? [] : [section(undefined, `<${escapeLink(link)}|${escapeMrkdwn(text.openLabel)}>`)]
  const header = { type: 'header', text: { type: 'plain_text', text: cut(text.title, MAX_HEADER), emoji: false } }
  return {
    text: fallbackOf(text, link),
    blocks: [header, ...sections, ...rest, ...open],
    unfurl_links: false,
  }
}

/** Shown in notifications, and by services that know no blocks. */
function fallbackOf({ title, items, more }: AlertText, link: string | undefined): string {
  const lines = [title, ...items.map(({ sentence }) => sentence), ...(more === undefined ? [] : [more])]
  return [...lines.map(escapeMrkdwn), ...(link === undefined ? [] : [`<${escapeLink(link)}>`])].join('\n')
}

function section(plain: string | undefined, marked = escapeMrkdwn(plain ?? '')): object {
  return { type: 'section', text: { type: 'mrkdwn', text: cut(marked, MAX_SECTION), verbatim: true } }
}

/** As Slack asks for. Behind @ stands a zero-width space, since others than Slack call people by a plain @here. */
function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '@\u200b')
}

function escapeLink(link: string): string {
  return link.replaceAll('&', '&amp;').replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('|', '%7C')
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
