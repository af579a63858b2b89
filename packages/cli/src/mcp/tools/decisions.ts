import { z } from 'zod'
import { answerOf } from '../answer.ts'
import { isoOrNull } from '../times.ts'
import { defineTool, type Tool } from '../tool.ts'
import { incidentLink } from './incidents.ts'
import { projectInput } from './projects.ts'

const DECISIONS = {
  acknowledge: 'Acknowledges an incident: it is neither sent nor escalated any more.',
  resolve: 'Resolves an incident: it counts as over although its findings last.',
  reopen: 'Takes an acknowledgment or a resolution back.',
} as const

export const decisionTools: readonly Tool[] = (['acknowledge', 'resolve', 'reopen'] as const).map((action) =>
  defineTool({
    name: `${action}_incident`,
    title: `${action[0]!.toUpperCase()}${action.slice(1)} an incident`,
    description: DECISIONS[action],
    isWrite: true,
    input: z.object({ incident: z.string().min(1).max(100), note: z.string().max(2000).optional() }),
    async run(ctx, { incident: id, note }) {
      const { state, decidedAt, decidedBy, ...decision } = await ctx.omen.alerts[action](id, note)
      const decided = { decidedAt: isoOrNull(decidedAt), decidedBy, note: decision.note }
      return answerOf({ incident: id, project: decision.projectName, state, ...decided, link: incidentLink(ctx, id) })
    },
  }),
)

export const giveVerdict: Tool = defineTool({
  name: 'give_verdict',
  title: 'Judge a finding',
  description:
    'Says whether a finding of a project (give project) or of a detection (give detection) is a real anomaly. With dryRun nothing changes: the answer says what would.',
  isWrite: true,
  input: z.object({
    project: projectInput.optional(),
    detection: z.string().max(64).optional(),
    finding: z.string().min(1).max(64),
    verdict: z.enum(['true', 'false', 'unsure']),
    note: z.string().max(2000).optional(),
    dryRun: z.boolean().default(true),
  }),
  async run({ omen }, { project, detection, finding, verdict, note, dryRun }) {
    const given = { verdict, dryRun, ...(note !== undefined && { note }) }
    if (project !== undefined && detection === undefined)
      return answerOf(await omen.live.giveVerdict(project, { findingId: finding, ...given }))
    if (detection !== undefined && project === undefined)
      return answerOf(await omen.detections.giveVerdict(detection, { periodId: finding, ...given }))
    throw new RangeError('Give project or detection, one of them.')
  },
})
