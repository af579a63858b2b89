import type { FastifyRequest } from 'fastify'
import { addFetchingProject } from '../../domain/collections/index.ts'
import type { Context } from '../../domain/context.ts'
import { endDemoFault, listDemoFaults, startDemoFault } from '../../domain/demo/index.ts'
import { hookOf } from '../../domain/events/index.ts'
import { deleteIngestKey } from '../../domain/ingest-keys/index.ts'
import { displayProjectModel } from '../../domain/live/index.ts'
import {
  addProject,
  addProjectKey,
  getMembers,
  getProject,
  getProjectData,
  getProjectKeys,
  listProjects,
  removeProject,
  type SenderCommand,
  senderCommands,
  setMembers,
  updateProject,
} from '../../domain/projects/index.ts'
import type { DataType } from '../../schema/wire-types.ts'
import type { OperationHandlers } from '../operation.ts'

type ProjectOperation =
  | 'addCustomProject'
  | 'addLogProject'
  | 'listProjects'
  | 'getProject'
  | 'updateProject'
  | 'removeProject'
  | 'displayProjectModel'
  | 'getProjectMembers'
  | 'setProjectMembers'
  | 'listIngestKeys'
  | 'createIngestKey'
  | 'deleteIngestKey'
  | 'getProjectData'
  | 'listDemoFaults'
  | 'startDemoFault'
  | 'endDemoFault'

export const projectOperations: OperationHandlers<ProjectOperation> = {
  addCustomProject: async ({ ctx, caller, body, locale, request }) => {
    if (isFetching(body)) return { project: await addFetchingProject(ctx, caller, 'custom', body, locale) }
    const dataType = body.dataType ?? 'Metric'
    const { project, key, secret } = await addProject(ctx, caller, { ...body, kind: 'custom', dataType }, locale)
    return { project, key, secret, commands: commandsFor(ctx, request, dataType, secret) }
  },
  addLogProject: async ({ ctx, caller, body, locale, request }) => {
    if (isFetching(body)) return { project: await addFetchingProject(ctx, caller, 'log', body, locale) }
    const { project, key, secret } = await addProject(ctx, caller, { ...body, kind: 'log', dataType: 'Log' }, locale)
    return { project, key, secret, commands: commandsFor(ctx, request, 'Log', secret) }
  },
  listProjects: ({ ctx, caller, query, locale }) =>
    listProjects(ctx, caller, { ...(query as Required<typeof query>), locale }),
  getProject: async ({ ctx, caller, path, locale }) => ({
    project: await getProject(ctx, caller, path.projectName, locale),
  }),
  updateProject: async ({ ctx, caller, path, body, locale }) => ({
    project: await updateProject(ctx, caller, path.projectName, body, locale),
  }),
  removeProject: ({ ctx, caller, body }) => removeProject(ctx, caller, { ...body, dryRun: body.dryRun ?? false }),
  displayProjectModel: ({ ctx, caller, query }) => {
    const { compare, brief } = query as Required<typeof query>
    return displayProjectModel(ctx, caller, { ...query, compare, brief })
  },
  getProjectMembers: async ({ ctx, caller, query }) => ({
    userNames: await getMembers(ctx, caller, query.projectName),
  }),
  setProjectMembers: async ({ ctx, caller, body }) => ({
    userNames: await setMembers(ctx, caller, body.projectName, body.userNames),
  }),
  listIngestKeys: async ({ ctx, caller, query }) => ({ keys: await getProjectKeys(ctx, caller, query.projectName) }),
  createIngestKey: async ({ ctx, caller, body, request }) => {
    const { projectName, name, mayRead = false, expiresAt } = body
    const { dataType, key, secret } = await addProjectKey(ctx, caller, projectName, { name, mayRead, expiresAt })
    return { key, secret, commands: commandsFor(ctx, request, dataType, secret) }
  },
  deleteIngestKey: async ({ ctx, caller, path }) => {
    await deleteIngestKey(ctx, caller, path.id)
    return {}
  },
  listDemoFaults: async ({ ctx }) => ({ faults: await listDemoFaults(ctx) }),
  startDemoFault: async ({ ctx, body }) => ({
    fault: await startDemoFault(ctx, { kind: body.kind, node: body.node ?? 2, minutes: body.minutes ?? 10 }),
  }),
  endDemoFault: async ({ ctx, path }) => ({ fault: await endDemoFault(ctx, path.id) }),
  getProjectData: ({ ctx, caller, query }) =>
    getProjectData(ctx, caller, { ...query, buckets: (query as Required<typeof query>).buckets }),
}

function isFetching({ source }: { source?: string }): boolean {
  return source !== undefined && source !== 'push'
}

/** Senders reach the server by the address that it is given, or else by the one that this request came to. */
function commandsFor(ctx: Context, request: FastifyRequest, dataType: DataType, secret: string): SenderCommand[] {
  const { settings } = ctx
  const origin = settings.publicUrl ?? `${request.protocol}://${request.host}`
  return senderCommands(dataType, {
    api: `${origin.replace(/\/$/, '')}${settings.apiBase}`,
    secret,
    hook: hookOf(ctx, secret),
    syslogPort: settings.syslogPort,
    syslogTlsPort: settings.syslogTlsPort,
  })
}
