import { z } from 'zod'
import { answerList, readFrom } from '../answer.ts'
import { iso, spanOf, timeInput } from '../times.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'
import { cursorInput, projectInput } from './projects.ts'

const DAY_MS = 86_400_000
const MAX_LINES = 40
const KINDS = ['clusters', 'new', 'rare', 'hot', 'cold', 'sequences', 'values'] as const

export const logTemplates: Tool = defineTool({
  name: 'log_templates',
  title: 'Kinds of log lines',
  description:
    'Templates of the log lines of a project with their counts: all (clusters), or those found new, rare, more frequent than usual (hot), less (cold), in an unusual order (sequences) or with unusual values; the last day unless said otherwise.',
  input: z.object({
    project: projectInput,
    kind: z.enum(KINDS).default('clusters'),
    q: z.string().max(200).optional().describe('words of the template'),
    from: timeInput.optional(),
    to: timeInput.optional(),
    cursor: cursorInput,
  }),
  async run(ctx, { project, kind, q, cursor, ...times }) {
    const span = spanOf(times, ctx.clock.now(), DAY_MS)
    const { client, unwrap } = ctx.omen.transport
    const part = await readFrom(cursor, async (page) => {
      const query = { projectName: project, kind, buckets: 1, ...span, ...page, ...(q !== undefined && { q }) }
      const { templates, page: read } = await unwrap(client.GET('/logAnalysis', { params: { query } }))
      return { items: templates, total: read.total }
    })
    return answerList({
      ...part,
      head: { project, kind, from: iso(span.from), to: iso(span.to), link: logsLink(ctx, project) },
      name: 'templates',
      items: part.items.map(({ trend: _, ...template }) => template),
    })
  },
})

export const searchLogs: Tool = defineTool({
  name: 'search_logs',
  title: 'Search log lines',
  description:
    'Lines of a project, the newest first: words, "phrases", field=value (instance, service, level>=warn, template) and /regular expressions/, joined by AND, OR, NOT and parentheses. A search ends after four seconds with what was found by then.',
  input: z.object({
    project: projectInput,
    q: z.string().max(2000).default(''),
    from: timeInput.optional(),
    to: timeInput.optional(),
    cursor: z.string().max(100).optional().describe('next of the answer before'),
  }),
  async run(ctx, { project, q, cursor, ...times }) {
    const span = spanOf(times, ctx.clock.now(), DAY_MS)
    const { client, unwrap } = ctx.omen.transport
    const query = { projectName: project, q, ...span, limit: MAX_LINES, ...(cursor !== undefined && { cursor }) }
    const { lines, next, isComplete } = await unwrap(client.GET('/logAnalysis/lines', { params: { query } }))
    return answerList({
      head: { project, isComplete, link: logsLink(ctx, project) },
      name: 'lines',
      offset: 0,
      total: undefined,
      items: lines.map(({ time, instance, service, severity, line }) => ({
        time: iso(time),
        instance,
        service,
        severity,
        line,
      })),
      cursorAfter: (count) => (count < lines.length ? lines[count - 1]!.id : next),
    })
  },
})

function logsLink({ page }: ToolContext, project: string): string {
  return `${page}/logs?project=${encodeURIComponent(project)}`
}
