import { z } from 'zod'
import { answerList, answerOf, readFrom } from '../answer.ts'
import { iso, spanOf, timeInput, timeOf } from '../times.ts'
import { defineTool, type Tool } from '../tool.ts'
import { cursorInput, projectInput } from './projects.ts'

const WEEK_MS = 7 * 86_400_000

export const listChanges: Tool = defineTool({
  name: 'list_changes',
  title: 'What changed',
  description:
    'Deployments, configuration and other changes of a project, the latest first; the last seven days unless said otherwise.',
  input: z.object({ project: projectInput, from: timeInput.optional(), to: timeInput.optional(), cursor: cursorInput }),
  async run({ omen, page: base, clock }, { project, cursor, ...times }) {
    const span = spanOf(times, clock.now(), WEEK_MS)
    const part = await readFrom(cursor, (page) => omen.events.list({ ...page, projectName: project, ...span }))
    return answerList({
      ...part,
      head: { project, link: `${base}/projects/${encodeURIComponent(project)}?tab=changes` },
      name: 'changes',
      items: part.items.map(({ id, at, kind, title, version, instances, link, by }) => ({
        change: id,
        at: iso(at),
        kind,
        title,
        version,
        instances,
        by,
        source: link,
      })),
    })
  },
})

export const postEvent: Tool = defineTool({
  name: 'post_event',
  title: 'Tell of a change',
  description: 'Adds a change to a project, such as a deployment.',
  isWrite: true,
  input: z.object({
    project: projectInput,
    kind: z.enum(['deployment', 'configuration', 'other']),
    title: z.string().min(1).max(200),
    version: z.string().min(1).max(100).optional(),
    at: timeInput.optional(),
  }),
  async run({ omen, clock }, { project, at, ...event }) {
    const time = at === undefined ? {} : { at: timeOf(at, clock.now()) }
    const added = await omen.events.add({ projectName: project, ...event, ...time })
    return answerOf({ added: added.id, at: iso(added.at), title: added.title })
  },
})
