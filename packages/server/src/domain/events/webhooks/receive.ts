import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Event } from '../../../schema/wire-types.ts'
import type { Context, Sender } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { insertEvent } from '../add.ts'
import { toEvent } from '../event-row.ts'
import { isWebAddress } from '../validate.ts'
import { readGithub } from './github.ts'
import { readGitlab } from './gitlab.ts'
import { openHook } from './hook.ts'
import type { ReportedChange } from './reported-change.ts'

type WebhookProvider = 'github' | 'gitlab'

/** A delivery as it came. */
export interface Delivery {
  readonly provider: WebhookProvider
  /** The body itself, which a signature is over. */
  readonly body: Uint8Array
  readonly contentType: string
  /** X-GitHub-Event. */
  readonly event: string
  /** Of the address: with it the body has to be signed. */
  readonly hook: string | undefined
  /** X-Hub-Signature-256. */
  readonly signature: string | undefined
  /** Deployments to it only. */
  readonly environment: string | undefined
}

const NAMES: Readonly<Record<WebhookProvider, string>> = { github: 'GitHub', gitlab: 'GitLab' }

/** Adds what a delivery says to the sender's project, once. Throws UNAUTHENTICATED for a wrong signature, MALFORMED_BODY for what is no JSON. */
export async function receiveWebhook(
  ctx: Context,
  { sourceId }: Pick<Sender, 'sourceId'>,
  delivery: Delivery,
): Promise<{ event: Event | null; ignored: string | null }> {
  if (delivery.hook !== undefined) requireSignature(ctx, delivery, delivery.hook)
  const payload = readPayload(delivery)
  const { provider, environment } = delivery
  const report =
    provider === 'github' ? readGithub(delivery.event, payload, environment) : readGitlab(payload, environment)
  if ('ignored' in report) return { event: null, ignored: oneLine(report.ignored, 200) }
  const row = await insertEvent(ctx, {
    ...storable(report, ctx.clock.now()),
    sourceId,
    by: NAMES[provider],
    accountId: null,
  })
  return { event: toEvent(row, { accountId: null, isOwner: false }), ignored: null }
}

function requireSignature(ctx: Context, { body, signature = '' }: Delivery, hook: string): void {
  const secret = openHook(ctx, hook) ?? ''
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(signature)
  if (secret !== '' && given.length === expected.length && timingSafeEqual(given, expected)) return
  throw new DomainError('UNAUTHENTICATED', { message: WRONG_SIGNATURE })
}

const WRONG_SIGNATURE = {
  en: 'The signature X-Hub-Signature-256 is missing or wrong: enter the ingest key as the secret of the webhook.',
  'zh-CN': '缺少签名 X-Hub-Signature-256 或签名不正确：请将接入密钥填写为 Webhook 的密钥。',
}

/** GitHub sends a form unless it is set to JSON. */
function readPayload({ body, contentType }: Delivery): unknown {
  const text = Buffer.from(body).toString()
  const isForm = contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')
  try {
    return JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text)
  } catch (cause) {
    throw new DomainError('MALFORMED_BODY', { cause, details: [{ field: 'body', message: 'is not valid JSON' }] })
  }
}

/** What a service reports is cut to what is stored rather than refused: it would not be sent differently. */
function storable({ key, at, kind, title, version, link }: ReportedChange, now: number) {
  return {
    key: oneLine(key, 200),
    kind,
    instances: [],
    at: Math.min(at ?? now, now),
    title: oneLine(title, 200),
    version: oneLine(version ?? '', 100) || null,
    link: link !== undefined && link.length <= 2000 && isWebAddress(link) ? link : null,
  }
}

function oneLine(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length <= max
    ? line
    : `${Array.from(line)
        .slice(0, max - 1)
        .join('')}…`
}
