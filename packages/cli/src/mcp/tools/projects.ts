import type { Project } from '@omen/sdk'
import { z } from 'zod'
import { answerList, answerOf, partFrom, readFrom } from '../answer.ts'
import { degreeOf } from '../severity.ts'
import { iso, isoOrNull, spanOf, timeInput } from '../times.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'

export const projectInput: z.ZodString = z
  .string()
  .min(1)
  .max(131)
  .describe('name of a project, or name@owner for one that is shared')
export const cursorInput: z.ZodOptional<z.ZodString> = z
  .string()
  .max(40)
  .optional()
  .describe('next of the answer before')
const HOUR_MS = 3_600_000

/** As others name it. */
function addressOf({ projectName, owner, mine }: Pick<Project, 'projectName' | 'owner' | 'mine'>): string {
  return mine ? projectName : `${projectName}@${owner}`
}

export function liveLink({ page }: ToolContext, project: string): string {
  return `${page}/live/${encodeURIComponent(project)}`
}

function briefProject(ctx: ToolContext, project: Project): object {
  const { state, stateSentence, trust, dataType, seriesCount, lastDataAt } = project
  const name = addressOf(project)
  return {
    project: name,
    state,
    sentence: stateSentence,
    trust,
    dataType,
    series: seriesCount,
    lastData: isoOrNull(lastDataAt),
    link: liveLink(ctx, name),
  }
}

export const listProjects: Tool = defineTool({
  name: 'list_projects',
  title: 'Projects',
  description: 'Projects that are watched, with their state in a sentence and when data arrived last.',
  input: z.object({ q: z.string().max(100).optional().describe('part of the name'), cursor: cursorInput }),
  async run(ctx, { q, cursor }) {
    const part = await readFrom(cursor, (page) => ctx.omen.projects.list({ ...page, q }))
    return answerList({ ...part, name: 'projects', items: part.items.map((one) => briefProject(ctx, one)) })
  },
})

export const showProject: Tool = defineTool({
  name: 'show_project',
  title: 'One project',
  description:
    'A project: state, sampling, sensitivity, the model it has learned and how often that model flagged rows by day, nominal against observed.',
  input: z.object({ project: projectInput }),
  async run(ctx, { project: name }) {
    const project = await ctx.omen.projects.get(name)
    const { versions, calibration } = await ctx.omen.projects.model(name)
    const { samplingInterval, retentionDays, pvalue, cvalue, modelType, timeZone, model } = project
    return answerOf({
      ...briefProject(ctx, project),
      samplingMinutes: samplingInterval,
      retentionDays,
      pvalue,
      cvalue,
      modelType,
      timeZone,
      model,
      versions: versions.slice(0, 5),
      calibration: calibration.slice(-14),
    })
  },
})

export const liveState: Tool = defineTool({
  name: 'live_state',
  title: 'How a project is doing now',
  description:
    'What is abnormal in a project now: open incidents, periods and gaps that last, and how far behind the detection is.',
  input: z.object({ project: projectInput, minutes: z.number().int().min(5).max(10_080).default(60) }),
  async run(ctx, { project, minutes }) {
    const analysis = await ctx.omen.live.analysis(project, { span: minutes * 60_000, buckets: 1 })
    const { state, stateSentence, trust, from, to, lagMs, periods, gaps, incidents } = analysis
    const isOpen = (one: { state?: string }) => one.state === 'open' || one.state === 'recovering'
    return answerOf({
      project,
      state,
      sentence: stateSentence,
      trust,
      from: iso(from),
      to: iso(to),
      lagMs,
      openFindings: [...periods, ...gaps].filter(isOpen).length,
      incidents: incidents.length,
      worst: incidents
        .toSorted((a, b) => (degreeOf(b) ?? 0) - (degreeOf(a) ?? 0))
        .slice(0, 10)
        .map(({ id, title, sentence, start, end, val, kind, state: current }) => ({
          incident: id,
          title,
          sentence,
          severity: degreeOf({ val, kind }),
          state: current,
          start: iso(start),
          end: isoOrNull(end),
        })),
      link: liveLink(ctx, project),
    })
  },
})

export const readSeries: Tool = defineTool({
  name: 'read_series',
  title: 'Values of series',
  description:
    'Values of the series of a project, in at most 48 buckets with their mean of least and largest value. At most 20 series in an answer.',
  input: z.object({
    project: projectInput,
    metric: z.string().max(200).optional(),
    instance: z.string().max(200).optional(),
    from: timeInput.optional(),
    to: timeInput.optional(),
    buckets: z.number().int().min(2).max(48).default(24),
    cursor: cursorInput,
  }),
  async run(ctx, { project, metric, instance, buckets, cursor, ...times }) {
    const span = spanOf(times, ctx.clock.now(), 6 * HOUR_MS)
    const { omen } = ctx
    const data = await omen.projects.data(project, {
      ...span,
      buckets,
      ...(metric !== undefined && { metric: [metric] }),
      ...(instance !== undefined && { instance: [instance] }),
    })
    const part = partFrom(cursor, data.series)
    const round = (value: number | null | undefined) =>
      value === null || value === undefined ? null : Number(value.toPrecision(5))
    return answerList({
      ...part,
      head: { project, from: iso(data.from), to: iso(data.to), bucketMs: data.bucketMs, link: liveLink(ctx, project) },
      name: 'series',
      items: part.items
        .slice(0, 20)
        .map(({ seriesId, unit, min, max }) => ({ series: seriesId, unit, min: min.map(round), max: max.map(round) })),
    })
  },
})

export const forecastProject: Tool = defineTool({
  name: 'forecast',
  title: 'What is forecast',
  description:
    'Which series of a project are forecast to leave the range of their history, or to come back to what is expected, and when: about, earliest, latest.',
  input: z.object({ project: projectInput, hours: z.number().min(1).max(168).default(24), cursor: cursorInput }),
  async run(ctx, { project, hours, cursor }) {
    const { forecast } = await ctx.omen.live.analysis(project, { span: HOUR_MS, buckets: 1, predict: hours })
    if (forecast === undefined) return answerOf({ project, series: [], sentence: 'There is no forecast yet.' })
    const crossing = forecast.series.filter(({ outlook }) => outlook !== undefined && outlook !== null)
    const part = partFrom(cursor, crossing)
    return answerList({
      ...part,
      head: {
        project,
        from: iso(forecast.from),
        until: iso(forecast.until),
        forecastSeries: forecast.series.length,
        withoutForecast: forecast.missing.length,
        link: liveLink(ctx, project),
      },
      name: 'crossings',
      items: part.items.map(({ seriesId, outlook, coverage }) => ({ series: seriesId, ...outlook, coverage })),
    })
  },
})
