import {
  changeIncident,
  deleteTemplate,
  exportIncident,
  getIncident,
  getPostMortem,
  listTemplates,
  savePostMortem,
  saveTemplate,
} from '../../domain/incidents/index.ts'
import type { OperationHandlers } from '../operation.ts'

type IncidentOperation =
  | 'readIncident'
  | 'decideIncident'
  | 'exportIncident'
  | 'getPostMortem'
  | 'savePostMortem'
  | 'listPostMortemTemplates'
  | 'savePostMortemTemplate'
  | 'deletePostMortemTemplate'

export const incidentOperations: OperationHandlers<IncidentOperation> = {
  readIncident: ({ ctx, caller, path, locale }) => getIncident(ctx, caller, path.id, locale),
  decideIncident: ({ ctx, caller, path, body }) => changeIncident(ctx, caller, { ...body, id: path.id }),
  exportIncident: async ({ ctx, caller, path, query, locale, reply }) => {
    const { format } = query as Required<typeof query>
    const { name, mediaType, content } = await exportIncident(ctx, caller, { id: path.id, format, locale })
    reply
      .type(`${mediaType}; charset=utf-8`)
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .header('Content-Security-Policy', "sandbox allow-scripts allow-downloads; default-src 'none'")
      .send(content)
    return undefined
  },
  getPostMortem: ({ ctx, caller, query, locale }) => getPostMortem(ctx, caller, { ...query, locale }),
  savePostMortem: async ({ ctx, caller, body }) => ({ postMortem: await savePostMortem(ctx, caller, body) }),
  listPostMortemTemplates: async ({ ctx, caller, locale }) => ({ templates: await listTemplates(ctx, caller, locale) }),
  savePostMortemTemplate: async ({ ctx, caller, body }) => ({ template: await saveTemplate(ctx, caller, body) }),
  deletePostMortemTemplate: async ({ ctx, caller, path }) => {
    await deleteTemplate(ctx, caller, path.id)
    return {}
  },
}
