import { type CallOptions, eachItem, given, type Paged, type PageQuery } from '../pages.ts'
import { resource } from '../resource.ts'
import type { Transport } from '../transport.ts'
import type {
  CreatedProject,
  DataType,
  IngestKey,
  Project,
  ProjectData,
  ProjectLoss,
  ProjectModel,
  ProjectModelType,
  SenderCommand,
} from '../types.ts'
import { type Connections, connections } from './connections.ts'
import type { NewProject } from './new-project.ts'

/** Changes of a project; `projectName` renames it. */
export type ProjectChanges = Partial<NewProject>

/** A key to create; `mayRead` permits remote_read and queries as well, `expiresAt` is in epoch milliseconds. */
export interface NewIngestKey {
  name: string
  mayRead?: boolean
  expiresAt?: number
}

/** Filter of projects: `q` is a part of the name. */
export interface ProjectQuery extends PageQuery {
  q?: string | undefined
}

/** Which values of a project are meant; times in epoch milliseconds. */
export interface ProjectDataQuery {
  from?: number
  to?: number
  metric?: string[]
  instance?: string[]
  group?: string
  buckets?: number
}

/** Which versions of a project's model are meant; times in epoch milliseconds. */
export interface ProjectModelQuery {
  modelType?: ProjectModelType | undefined
  from?: number | undefined
  to?: number | undefined
  /** The `from` of the versions to display, 4 at most; the newest one if omitted. */
  window?: number[] | undefined
  /** Evaluates the same rows by each of them. */
  compare?: boolean | undefined
  /** Without what versions learned. */
  brief?: boolean | undefined
}

/** Sources that collect. A project of somebody else is named `name@owner`. */
export interface Projects extends Connections {
  /** By name. */
  list(query?: ProjectQuery, options?: CallOptions): Promise<Paged<Project>>
  listAll(query?: ProjectQuery, options?: CallOptions): AsyncGenerator<Project, void, undefined>
  get(name: string, options?: CallOptions): Promise<Project>
  /** A project that a system of your own sends to; the secret of its first key is returned here and never again. */
  addCustom(project: NewProject & { dataType?: DataType }, options?: CallOptions): Promise<CreatedProject>
  /** The same for log lines. */
  addLog(project: NewProject, options?: CallOptions): Promise<CreatedProject>
  update(name: string, changes: ProjectChanges, options?: CallOptions): Promise<Project>
  /** What `remove` would delete; nothing is changed. */
  previewRemoval(name: string, options?: CallOptions): Promise<{ isOwner: boolean; loss: ProjectLoss }>
  /** Removes a project with its data; leaves one of somebody else. */
  remove(name: string, options?: CallOptions): Promise<{ isOwner: boolean; loss: ProjectLoss }>
  /** The versions of its model, newest first, how often rows were flagged, by day, and what some of the versions learned. */
  model(name: string, query?: ProjectModelQuery, options?: CallOptions): Promise<ProjectModel>
  members(name: string, options?: CallOptions): Promise<string[]>
  setMembers(name: string, userNames: string[], options?: CallOptions): Promise<string[]>
  keys(name: string, options?: CallOptions): Promise<IngestKey[]>
  createKey(
    name: string,
    key: NewIngestKey,
    options?: CallOptions,
  ): Promise<{ key: IngestKey; secret: string; commands: SenderCommand[] }>
  deleteKey(id: string, options?: CallOptions): Promise<void>
  data(name: string, query?: ProjectDataQuery, options?: CallOptions): Promise<ProjectData>
}

/** The project operations of a client. */
export function projects(transport: Transport): Projects {
  const { client, unwrap } = transport
  const collection = resource(transport, '/projects')
  const list: Projects['list'] = async ({ page, ...query } = {}, options) => {
    const answer = await collection.list(page, given(query), options)
    return { items: answer.projects, ...answer.page }
  }
  const remove = (projectName: string, dryRun: boolean, options?: CallOptions) =>
    unwrap(client.POST('/remove-project', { body: { projectName, confirm: projectName, dryRun }, ...options }))
  const one = (projectName: string) => ({ params: { path: { projectName } } })
  const named = (projectName: string) => ({ params: { query: { projectName } } })
  return {
    ...connections(transport),
    list,
    listAll: (query, options) => eachItem((page) => list({ ...query, page }, options)),
    get: async (name, options) =>
      (await unwrap(client.GET('/projects/{projectName}', { ...one(name), ...options }))).project,
    // Without a source they are sent their data, and the answer has the key
    addCustom: async (body, options) =>
      (await unwrap(client.POST('/add-custom-project', { body, ...options }))) as CreatedProject,
    addLog: async (body, options) =>
      (await unwrap(client.POST('/add-log-project', { body, ...options }))) as CreatedProject,
    update: async (name, body, options) =>
      (await unwrap(client.PATCH('/projects/{projectName}', { ...one(name), body, ...options }))).project,
    previewRemoval: (name, options) => remove(name, true, options),
    remove: (name, options) => remove(name, false, options),
    model: (projectName, query = {}, options) =>
      unwrap(client.GET('/displayProjectModel', { params: { query: { projectName, ...given(query) } }, ...options })),
    members: async (name, options) =>
      (await unwrap(client.GET('/project-members', { ...named(name), ...options }))).userNames,
    setMembers: async (projectName, userNames, options) =>
      (await unwrap(client.POST('/project-members', { body: { projectName, userNames }, ...options }))).userNames,
    keys: async (name, options) => (await unwrap(client.GET('/ingest-keys', { ...named(name), ...options }))).keys,
    createKey: (projectName, key, options) =>
      unwrap(client.POST('/ingest-keys', { body: { projectName, ...key }, ...options })),
    async deleteKey(id, options) {
      await unwrap(client.DELETE('/ingest-keys/{id}', { params: { path: { id } }, ...options }))
    },
    data: (projectName, query, options) =>
      unwrap(client.GET('/projectData', { params: { query: { projectName, ...query } }, ...options })),
  }
}
