import { eq } from 'drizzle-orm'
import type { Mail } from '../../ports/mail.ts'
import { sources } from '../../schema/index.ts'
import type { AlertIncident, AlertMessage } from '../../schema/wire-types.ts'
import { acknowledgeUrl, unsubscribeUrls } from '../alert-links/index.ts'
import { isCrossing } from '../alerts/crossing-ids.ts'
import type { Context } from '../context.ts'
import { digestOf } from '../digest.ts'
import type { Locale } from '../errors.ts'
import { type ProjectRow, selectProjects } from '../projects/index.ts'
import { publicOrigin } from '../public-origin.ts'
import { contentOf, isListed, type MailContent } from './content.ts'
import { drawPictures, NO_PICTURES, type Pictures } from './pictures.ts'
import { toHtml } from './to-html.ts'

interface AlertMailOptions {
  readonly sourceId: string
  readonly locale: Locale
  readonly to: string
}

/**
 * The mail about an alert. What it says is what its message says; pictures show what is stored of that time. It goes out without them where
 * they cannot be drawn, since an alert does not wait for a chart.
 */
export async function composeAlertMail(ctx: Context, message: AlertMessage, options: AlertMailOptions): Promise<Mail> {
  const { sourceId, locale, to } = options
  const [row] = await selectProjects(ctx.db).where(eq(sources.id, sourceId))
  const stepMs = row?.project.samplingMs ?? 0
  const { pictures, ...drawn } = row === undefined ? NO_PICTURES : await drawOrNot(ctx, row, message, locale)
  const unsubscribe = unsubscribeUrls(ctx, { sourceId, address: to })
  const content = contentOf(message, {
    locale,
    to,
    stepMs,
    ...drawn,
    pageUrl: pageUrl(ctx, row, message, message.incidents),
    incidentUrl: (incident) => pageUrl(ctx, row, message, [incident]),
    acknowledgeUrl: ({ incidentId }) =>
      isCrossing(incidentId) ? undefined : acknowledgeUrl(ctx, { sourceId, incidentId, address: to }),
    unsubscribeUrl: unsubscribe.page,
  })
  return {
    to,
    subject: content.subject,
    text: toText(content),
    html: toHtml(content),
    pictures,
    ...threadOf(message, sourceId, to),
    ...(message.kind !== 'trial' && { unsubscribeUrl: unsubscribe.oneClick }),
  }
}

/** The same as the HTML says, for mail programs and people that prefer text. */
function toText(content: MailContent): string {
  const { label, project, heading, facts, actions, incidents, more, lanes, series, zone, reason, unsubscribe } = content
  const blocks: (string | undefined)[] = [
    [project, label].filter(Boolean).join(' · '),
    [heading, joined(facts)].filter(Boolean).join('\n'),
    series.length > 0
      ? [content.seriesTitle, ...series.map(({ name, facts: own }) => `- ${name}: ${joined(own)}`)].join('\n')
      : undefined,
    lanes &&
      `${lanes.title}\n${lanes.picture.alt
        .split('; ')
        .map((line) => `- ${line}`)
        .join('\n')}`,
    ...incidents.map(({ sentence, facts: own, link }) => `- ${sentence}\n  ${joined(own)}\n  ${link.url}`),
    more,
    actions.map(({ text, url }) => `${text}: ${url}`).join('\n'),
    [zone, reason, unsubscribe && `${unsubscribe.text}: ${unsubscribe.url}`].filter(Boolean).join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function joined(facts: readonly string[]): string {
  return facts.join(' · ')
}

async function drawOrNot(ctx: Context, row: ProjectRow, message: AlertMessage, locale: Locale): Promise<Pictures> {
  if (message.incidents.length === 0) return NO_PICTURES
  try {
    return await drawPictures(ctx, row, message, locale)
  } catch (error) {
    ctx.log.warn({ err: error, project: row.source.name }, 'an alert mail goes out without pictures')
    return NO_PICTURES
  }
}

/** The page of a single incident; of several, and of what is predicted, the list of the project; of a trial, its live page. */
export function pageUrl(
  { settings }: Pick<Context, 'settings'>,
  row: ProjectRow | undefined,
  { kind }: Pick<AlertMessage, 'kind'>,
  incidents: readonly Pick<AlertIncident, 'incidentId'>[],
): string {
  const origin = publicOrigin(settings)
  if (row === undefined) return origin
  const address = `${row.source.name}@${row.owner}`
  const [incident, ...others] = incidents
  if (incident === undefined)
    return `${origin}/live/${encodeURIComponent(row.source.name)}@${encodeURIComponent(row.owner)}`
  // Neither crossings of limits nor predictions have a page
  const isPredicted = kind === 'predicted' || incidents.every(({ incidentId }) => isCrossing(incidentId))
  if (others.length === 0 && !isPredicted) return `${origin}/incidents/${encodeURIComponent(incident.incidentId)}`
  const tab = isPredicted ? 'predicted' : kind === 'recovered' ? 'resolved' : undefined
  return `${origin}/incidents?${new URLSearchParams({ project: address, ...(tab !== undefined && { tab }) })}`
}

/** All mails about an incident to one address stand together: they follow the one that reported it. */
function threadOf({ kind, at, incidents }: AlertMessage, sourceId: string, to: string): Pick<Mail, 'id' | 'follows'> {
  const idOf = (...about: string[]): string => digestOf(sourceId, to.toLowerCase(), ...about).slice(0, 32)
  const [incident] = incidents
  if (incident === undefined || isListed({ kind, incidents }) || kind === 'trial' || kind === 'predicted')
    return { id: idOf(kind, String(at), ...incidents.map(({ incidentId }) => incidentId)) }
  const { incidentId, part } = incident
  const first = idOf('opened', incidentId)
  return kind === 'opened' && part === undefined
    ? { id: first }
    : { id: idOf(kind, String(at), incidentId, ...(part === undefined ? [] : [part])), follows: first }
}
