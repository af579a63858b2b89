import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { getIncident } from './get.ts'
import { builtInTemplate } from './post-mortem/built-in.ts'
import { factsOfDetail } from './post-mortem/facts.ts'
import { fillTemplate } from './post-mortem/fill.ts'
import { findSubject } from './post-mortem/subject.ts'
import { readText } from './post-mortem/texts.ts'
import { toPage } from './to-page.ts'

export interface ExportRequest {
  readonly id: string
  readonly format: 'md' | 'json' | 'html'
  readonly locale: Locale
}

export interface ExportedIncident {
  readonly name: string
  readonly mediaType: string
  readonly content: string
}

/** An incident as a file: what is known of it with the text that was written, or the built-in one. */
export async function exportIncident(
  ctx: Context,
  caller: Caller,
  { id, format, locale }: ExportRequest,
): Promise<ExportedIncident> {
  const detail = await getIncident(ctx, caller, id, locale)
  const subject = await findSubject(ctx, caller, { incidentId: id })
  const saved = await readText(ctx.db, subject.id)
  const text = saved?.text ?? fillTemplate(builtInTemplate(locale).text, factsOfDetail(detail), locale)
  const actions = saved?.actions ?? []
  const name = `incident-${detail.incident.id.replace(/[^\w.-]/g, '')}`
  switch (format) {
    case 'json':
      return {
        name: `${name}.json`,
        mediaType: 'application/json',
        content: JSON.stringify({ ...detail, text, actions }, null, 2),
      }
    case 'md':
      return { name: `${name}.md`, mediaType: 'text/markdown', content: withActions(text, actions, locale) }
    case 'html':
      return {
        name: `${name}.html`,
        mediaType: 'text/html',
        content: await toPage(ctx, detail, { text, actions, locale }),
      }
  }
}

type Actions = readonly { readonly text: string; readonly assignee: string; readonly done: boolean }[]

function withActions(text: string, actions: Actions, locale: Locale): string {
  if (actions.length === 0) return text
  const lines = actions.map(
    ({ text: what, assignee, done }) => `- [${done ? 'x' : ' '}] ${what}${assignee === '' ? '' : ` (${assignee})`}`,
  )
  return `${text.trimEnd()}\n\n## ${locale === 'en' ? 'Actions' : '行动项'}\n\n${lines.join('\n')}\n`
}
