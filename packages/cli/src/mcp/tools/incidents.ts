import { z } from 'zod'
import { answerList, partFrom, readFrom } from '../answer.ts'
import { degreeOf } from '../severity.ts'
import { iso, isoOrNull, spanOf, timeInput } from '../times.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'
import { cursorInput, liveLink, projectInput } from './projects.ts'

const DAY_MS = 86_400_000

export const listIncidents: Tool = defineTool({
  name: 'list_incidents',
  title: 'Incidents',
  description:
    'Incidents of all projects or of one, the last seven days unless said otherwise, the worst first. Severity is 0 to 10.',
  input: z.object({
    project: projectInput.optional(),
    state: z.enum(['open', 'acknowledged', 'resolved']).optional(),
    from: timeInput.optional(),
    to: timeInput.optional(),
    cursor: cursorInput,
  }),
  async run(ctx, { project, state, cursor, ...times }) {
    const span = spanOf(times, ctx.clock.now(), 7 * DAY_MS)
    const part = await readFrom(cursor, async (page) => {
      const { incidents, page: read } = await ctx.omen.dashboard.incidents({
        ...page,
        projectName: project,
        state,
        ...span,
      })
      return { items: incidents, total: read.total }
    })
    return answerList({
      ...part,
      head: { from: iso(span.from), to: iso(span.to) },
      name: 'incidents',
      items: part.items.map(
        ({ id, projectName, title, brief, sentence, onset, end, state: current, val, kind, findings }) => ({
          incident: id,
          project: projectName,
          title,
          brief,
          sentence,
          onset: iso(onset),
          end: isoOrNull(end),
          state: current,
          severity: degreeOf({ val, kind }),
          findings,
          link: incidentLink(ctx, id),
        }),
      ),
    })
  },
})

export function incidentLink({ page }: ToolContext, id: string): string {
  return `${page}/incidents/${encodeURIComponent(id)}`
}

export const listFindings: Tool = defineTool({
  name: 'list_findings',
  title: 'Findings',
  description:
    'What was found in a project (give project) or by a detection on an uploaded file (give detection): abnormal periods, gaps and log findings, each with its sentence.',
  input: z.object({
    project: projectInput.optional(),
    detection: z.string().max(64).optional().describe('id of a detection'),
    from: timeInput.optional(),
    to: timeInput.optional(),
    minSeverity: z.number().min(0).max(10).default(0),
    cursor: cursorInput,
  }),
  async run(ctx, { project, detection, minSeverity, cursor, ...times }) {
    if ((project === undefined) === (detection === undefined))
      throw new RangeError('Give project or detection, one of them.')
    if (project !== undefined) return findingsOfProject(ctx, { project, minSeverity, cursor, ...times })
    const span = {
      ...(times.from !== undefined && { from: spanOf(times, ctx.clock.now(), DAY_MS).from }),
      ...(times.to !== undefined && {
        to: spanOf({ ...times, from: times.from ?? '3650d' }, ctx.clock.now(), DAY_MS).to,
      }),
    }
    const severity = minSeverity > 0 ? { minSeverity } : {}
    const part = await readFrom(cursor, (page) =>
      ctx.omen.detections.findings(detection!, { ...page, ...span, ...severity }),
    )
    return answerList({
      ...part,
      head: { detection, link: `${ctx.page}/detections/${encodeURIComponent(detection!)}` },
      name: 'findings',
      items: part.items.map(({ id, type, kind, start, end, severity: degree, direction, sentence, leadSeriesId }) => ({
        finding: id,
        type,
        kind,
        start: iso(start),
        end: isoOrNull(end),
        severity: degree,
        direction,
        sentence,
        leadSeries: leadSeriesId,
      })),
    })
  },
})

interface ProjectQuery {
  readonly project: string
  readonly minSeverity: number
  readonly cursor: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

async function findingsOfProject(ctx: ToolContext, query: ProjectQuery): Promise<string> {
  const { project, minSeverity, cursor } = query
  const span = spanOf(query, ctx.clock.now(), DAY_MS)
  const { periods, gaps, logs = [] } = await ctx.omen.live.analysis(project, { ...span, buckets: 1 })
  const found = [
    ...periods.map(({ id, kind, start, end, val, sentence, state, series }) => ({
      finding: id,
      type: 'period',
      kind,
      start,
      end,
      severity: degreeOf({ val, kind }),
      state,
      sentence,
      series: series.slice(0, 5).map(({ seriesId }) => seriesId),
    })),
    ...logs.map(({ id, kind, start, end, val, sentence, state }) => ({
      finding: id,
      type: 'log',
      kind,
      start,
      end,
      severity: Math.abs(val),
      state,
      sentence,
    })),
    ...(minSeverity > 0 ? [] : gaps).map(({ kind, start, end, sentence, state, seriesIds }) => ({
      finding: null,
      type: 'gap',
      kind,
      start,
      end,
      severity: null,
      state,
      sentence,
      series: seriesIds.slice(0, 5),
    })),
  ]
    .filter(({ severity }) => severity === null || severity >= minSeverity)
    .sort((a, b) => b.start - a.start)
  const part = partFrom(cursor, found)
  return answerList({
    ...part,
    head: { project, from: iso(span.from), to: iso(span.to), link: liveLink(ctx, project) },
    name: 'findings',
    items: part.items.map((one) => ({ ...one, start: iso(one.start), end: isoOrNull(one.end) })),
  })
}
