import { z } from 'zod'
import { answerList, answerOf, readFrom } from '../answer.ts'
import { iso } from '../times.ts'
import { defineTool, type Tool } from '../tool.ts'
import { cursorInput } from './projects.ts'

export const listModels: Tool = defineTool({
  name: 'list_models',
  title: 'Models',
  description: 'Named models: type, live version, and of which time they were trained.',
  input: z.object({ q: z.string().max(100).optional().describe('part of the name'), cursor: cursorInput }),
  async run({ omen, page: base }, { q, cursor }) {
    const part = await readFrom(cursor, (page) => omen.models.list({ ...page, q }))
    return answerList({
      ...part,
      name: 'models',
      items: part.items.map(({ id, ...model }) => ({ model: id, ...model, link: `${base}/models/${id}` })),
    })
  },
})

export const showModel: Tool = defineTool({
  name: 'show_model',
  title: 'One model',
  description:
    'A model with its versions, newest first: state, trained range, series, and false alarms nominal against observed.',
  input: z.object({ model: z.string().max(64).describe('id of a model') }),
  async run({ omen, page }, { model: id }) {
    const { id: _, ...model } = await omen.models.get(id)
    const versions = await omen.models.versions(id)
    return answerOf({
      model: id,
      ...model,
      versions: versions.slice(0, 5),
      link: `${page}/models/${encodeURIComponent(id)}`,
    })
  },
})

export const listDetections: Tool = defineTool({
  name: 'list_detections',
  title: 'Detections',
  description: 'Detections on uploaded files, newest first: file, model, span, and how many findings.',
  input: z.object({
    q: z.string().max(100).optional().describe('words in the name of the file or model'),
    cursor: cursorInput,
  }),
  async run({ omen, page: base }, { q, cursor }) {
    const part = await readFrom(cursor, (page) => omen.detections.list({ ...page, q }))
    return answerList({
      ...part,
      name: 'detections',
      items: part.items.map(({ id, from, to, ...head }) => ({
        detection: id,
        from: iso(from),
        to: iso(to),
        ...head,
        link: `${base}/detections/${id}`,
      })),
    })
  },
})
