import type { ActionItem, IncidentDetail } from '../../../schema/wire-types.ts'
import type { Caller, Context } from '../../context.ts'
import type { Locale } from '../../errors.ts'
import { buildOfflineFile, type OfflineFact } from '../../offline/index.ts'
import { drawFigures } from '../post-mortem/draw-figures.ts'
import { partsOfText } from '../post-mortem/figure-marks.ts'
import { unescapeMarkdown } from '../post-mortem/markdown.ts'
import { readFigures } from '../post-mortem/read-figures.ts'
import type { Subject } from '../post-mortem/subject.ts'
import { freezeIncident } from './freeze-incident.ts'

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
export async function toOfflineFile(
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
    ...{ name: title, description: sentence, facts: factsOf(detail, projectName, id), ...frozen },
    ...{ madeAt: ctx.clock.now(), locale },
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
