import type { ActionItem, IncidentDetail } from '../../../schema/wire-types.ts'
import type { Caller, Context } from '../../context.ts'
import type { Locale } from '../../errors.ts'
import { buildOfflineFile, type OfflineFact } from '../../offline/index.ts'
import { getIncident } from '../get.ts'
import { builtInTemplate } from '../post-mortem/built-in.ts'
import { drawFigures } from '../post-mortem/draw-figures.ts'
import { factsOfDetail } from '../post-mortem/facts.ts'
import { partsOfText } from '../post-mortem/figure-marks.ts'
import { fillTemplate } from '../post-mortem/fill.ts'
import { unescapeMarkdown } from '../post-mortem/markdown.ts'
import { readFigures } from '../post-mortem/read-figures.ts'
import { findSubject, type Subject } from '../post-mortem/subject.ts'
import { readText } from '../post-mortem/texts.ts'
import { withPictures } from '../post-mortem/with-pictures.ts'
import { freezeIncident } from './freeze-incident.ts'

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
  const subject = await findSubject(ctx, caller, { incidentId: id })
  const saved = await readText(ctx.db, subject.id)
  const read = async (language: Locale) => {
    const detail = await getIncident(ctx, caller, id, language)
    const text = saved?.text ?? fillTemplate(builtInTemplate(language).text, factsOfDetail(detail), language)
    return { detail, text, actions: saved?.actions ?? [] }
  }
  const name = `incident-${subject.id.replace(/[^\w.-]/g, '')}`
  switch (format) {
    case 'json': {
      const { detail, ...written } = await read(locale)
      const content = JSON.stringify({ ...detail, ...written }, null, 2)
      return { name: `${name}.json`, mediaType: 'application/json', content }
    }
    case 'md': {
      const { detail, text, actions } = await read(locale)
      const figures = await readFigures(ctx, caller, { subject, detail, text })
      const drawn = await drawFigures(ctx, figures, detail, locale)
      const content = withPictures(withActions(text, actions, locale), drawn, locale)
      return { name: `${name}.md`, mediaType: 'text/markdown', content }
    }
    case 'html': {
      const written = { en: await read('en'), 'zh-CN': await read('zh-CN') }
      const content = await toOfflineFile(ctx, caller, { subject, written, locale })
      return { name: `${name}.html`, mediaType: 'text/html', content }
    }
  }
}

function withActions(text: string, actions: readonly ActionItem[], locale: Locale): string {
  if (actions.length === 0) return text
  const lines = actions.map(
    ({ text: what, assignee, done }) => `- [${done ? 'x' : ' '}] ${what}${assignee === '' ? '' : ` (${assignee})`}`,
  )
  return `${text.trimEnd()}\n\n## ${locale === 'en' ? 'Actions' : '行动项'}\n\n${lines.join('\n')}\n`
}

interface Written {
  readonly detail: IncidentDetail
  readonly text: string
  readonly actions: readonly ActionItem[]
}

interface IncidentFile {
  readonly subject: Subject
  readonly written: Readonly<Record<Locale, Written>>
  readonly locale: Locale
}

/** An incident with its charts, causes, timeline and text as one HTML file, which opens without this server. */
async function toOfflineFile(
  ctx: Context,
  caller: Caller,
  { subject, written, locale }: IncidentFile,
): Promise<string> {
  const { detail, text } = written[locale]
  const texts = [...new Set([text, written.en.text, written['zh-CN'].text])].join('\n\n')
  const figures = await readFigures(ctx, caller, { subject, detail, text: texts })
  const addresses = new Set(partsOfText(texts).flatMap((part) => (part.kind === 'figure' ? part.address : [])))
  const drawn = await drawFigures(ctx, figures, detail, locale)
  const frozen = await freezeIncident(ctx, caller, { subject, detail })
  const { sentence, title, projectName, id } = detail.incident
  return buildOfflineFile(ctx, {
    name: title,
    description: sentence,
    facts: factsOf(detail, projectName, id),
    ...frozen,
    madeAt: ctx.clock.now(),
    locale,
    incident: {
      details: { en: toKeep(written.en), 'zh-CN': toKeep(written['zh-CN']) },
      figures: [...addresses].map((address) => {
        const { times = [], bucketMs = 1, line = null } = figures.get(address) ?? {}
        return { address, times, bucketMs, line }
      }),
      parts: partsOfText(text).map((part) =>
        part.kind === 'text'
          ? { kind: 'text', text: part.text }
          : { kind: 'figure', name: unescapeMarkdown(part.alt), svg: drawn.get(part.address) },
      ),
    },
  })
}

/** Without what only the page of the incident shows. */
function toKeep({ detail, ...rest }: Written): Written {
  const { logs } = detail
  return { ...rest, detail: { ...detail, logs: { ...logs, lines: [] }, history: [], mergedFrom: [], can: [] } }
}

function factsOf({ source }: IncidentDetail, projectName: string, id: string): OfflineFact[] {
  const isProject = source.kind === 'project'
  return [
    {
      name: isProject ? { en: 'Project', 'zh-CN': '项目' } : { en: 'File', 'zh-CN': '文件' },
      value: source.uploadFileName ?? projectName,
    },
    { name: { en: 'Incident', 'zh-CN': '事件' }, value: id },
  ]
}
