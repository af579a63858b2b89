import { z } from 'zod'
import { answerList, answerOf, partFrom } from '../answer.ts'
import { iso, spanOf, timeInput, timeOf } from '../times.ts'
import { defineTool, type Tool } from '../tool.ts'
import { cursorInput, projectInput } from './projects.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

export const findOutliers: Tool = defineTool({
  name: 'find_outliers',
  title: 'Instances that differ from their peers',
  description:
    'Instances of a project that stand off from those which report the same metric, the farthest and longest first; the last day unless said otherwise.',
  input: z.object({
    project: projectInput,
    metric: z.string().max(200).optional(),
    from: timeInput.optional(),
    to: timeInput.optional(),
    cursor: cursorInput,
  }),
  async run({ omen, page, clock }, { project, metric, cursor, ...times }) {
    const span = spanOf(times, clock.now(), DAY_MS)
    const query = { projectName: project, ...span, ...(metric !== undefined && { metric: [metric] }) }
    const { groups, seriesCompared } = await omen.comparisons.outliers(query)
    const found = groups.flatMap(({ metric: name, unit, members }) =>
      members
        .filter(({ spans }) => spans.length > 0)
        .map(({ instance, distance, share, spans }) => ({
          metric: name,
          unit,
          instance,
          distance,
          shareOfTime: share,
          since: iso(spans[0]!.start),
          until: iso(spans.at(-1)!.end),
        })),
    )
    const part = partFrom(cursor, found)
    const link = `${page}/outliers?project=${encodeURIComponent(project)}`
    return answerList({ ...part, head: { project, groups: groups.length, seriesCompared, link }, name: 'outliers' })
  },
})

export const checkRollout: Tool = defineTool({
  name: 'check_rollout',
  title: 'Whether a rollout made things worse',
  description:
    'Compares a project before and after a moment, such as a deployment of list_changes: a verdict in a line with the metrics behind it.',
  input: z.object({
    project: projectInput,
    at: timeInput,
    beforeMinutes: z.number().int().min(5).max(10_080).optional(),
    afterMinutes: z.number().int().min(5).max(10_080).optional(),
  }),
  async run({ omen, page, clock }, { project, at, beforeMinutes, afterMinutes }) {
    const { verdict, sentence, reasons, findings, ...checked } = await omen.comparisons.rollout({
      projectName: project,
      at: timeOf(at, clock.now()),
      ...(beforeMinutes !== undefined && { before: beforeMinutes * MINUTE_MS }),
      ...(afterMinutes !== undefined && { after: afterMinutes * MINUTE_MS }),
    })
    return answerOf({
      project,
      at: iso(checked.at),
      verdict,
      sentence,
      reasons,
      metrics: findings.slice(0, 10).map(({ metric, unit, verdict: one, before, shift, delta, adjusted, control }) => ({
        metric,
        unit,
        verdict: one,
        before,
        shift,
        delta,
        adjusted,
        control,
      })),
      link: `${page}/rollout?project=${encodeURIComponent(project)}&at=${checked.at}`,
    })
  },
})
