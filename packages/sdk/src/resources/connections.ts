import { kindOfConnector } from '../connector-kind.ts'
import type { CallOptions } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type {
  BackfillAction,
  Connection,
  ConnectionFields,
  ConnectionTest,
  Connector,
  DataType,
  NewAmazonProject,
  NewDatadogProject,
  NewGoogleProject,
  NewNewrelicProject,
  Project,
  ProjectKind,
} from '../types.ts'
import type { NewProject } from './new-project.ts'

/** A project to add that fetches, with the fields of its connector; so many days of the past are fetched as well. */
export interface NewFetchingProject extends NewProject, ConnectionFields {
  dataType?: DataType
  backfillDays?: number
}

/** A connection to try: the fields of a connector, beside what they would be used for. */
export interface TestedConnection extends ConnectionFields {
  samplingInterval?: number
  dataType?: DataType
  /** Part of the name of what there is to choose from. */
  search?: string
  /** A project whose fields, secrets included, are taken for those that are omitted. */
  projectName?: string
}

/** How projects fetch from services. */
export interface Connections {
  addDatadog(project: NewDatadogProject, options?: CallOptions): Promise<Project>
  addNewrelic(project: NewNewrelicProject, options?: CallOptions): Promise<Project>
  addAmazon(project: NewAmazonProject, options?: CallOptions): Promise<Project>
  /** `filename` is the service-account key, stored by `files.store`. */
  addGoogle(project: NewGoogleProject, options?: CallOptions): Promise<Project>
  /** A project that fetches from any service; rejects for fields that it lacks or that belong to another one. */
  addFetching(connector: Connector, project: NewFetchingProject, options?: CallOptions): Promise<Project>
  /** Asks a service for samples; nothing is kept. */
  testConnection(connector: Connector, tested: TestedConnection, options?: CallOptions): Promise<ConnectionTest>
  /** What a project fetches and how far it has come; rejects with CONFLICT for one that is sent its data. */
  connection(name: string, options?: CallOptions): Promise<Connection>
  /** Changes keys or what is fetched, after a test; omitted fields stay. */
  changeConnection(name: string, changes: ConnectionFields, options?: CallOptions): Promise<Connection>
  /** Which fields `changeConnection` would change, secrets included; nothing is tried or changed. */
  previewConnection(name: string, changes: ConnectionFields, options?: CallOptions): Promise<string[]>
  /** Fetches so many days of the past; pauses, resumes or cancels that. */
  changeBackfill(name: string, action: BackfillAction, days?: number, options?: CallOptions): Promise<Connection>
}

/** The server waits up to 45 s for a service. */
const PATIENT = { headers: { Prefer: 'wait=30' } }

/** The operations of a client on connections. */
export function connections({ client, unwrap }: Transport): Connections {
  // The bodies of all kinds differ by their fields alone; the server says which are missing or foreign
  const add = async (kind: ProjectKind, project: object, options?: CallOptions): Promise<Project> => {
    const path = `/add-${kind}-project` as '/add-datadog-project'
    return (await unwrap(client.POST(path, { body: project as NewDatadogProject, ...PATIENT, ...options }))).project
  }
  return {
    addDatadog: (project, options) => add('datadog', project, options),
    addNewrelic: (project, options) => add('newrelic', project, options),
    addAmazon: (project, options) => add('amazon', project, options),
    addGoogle: (project, options) => add('google', project, options),
    addFetching: (connector, project, options) => {
      const { kind, ...source } = sourceOf(connector)
      return add(kind, { ...source, ...project }, options)
    },
    testConnection: (connector, tested, options) =>
      unwrap(client.POST('/test-connection', { body: { ...sourceOf(connector), ...tested }, ...PATIENT, ...options })),
    connection: async (projectName, options) =>
      (await unwrap(client.GET('/connection', { params: { query: { projectName } }, ...options }))).connection,
    changeConnection: async (projectName, changes, options) =>
      (await unwrap(client.POST('/connection', { body: { projectName, ...changes }, ...PATIENT, ...options })))
        .connection,
    previewConnection: async (projectName, changes, options) => {
      const body = { projectName, dryRun: true, ...changes }
      return (await unwrap(client.POST('/connection', { body, ...options }))).changes
    },
    changeBackfill: async (projectName, action, days, options) => {
      const body = { projectName, action, ...(days !== undefined && { days }) }
      return (await unwrap(client.POST('/backfill', { body, ...options }))).connection
    },
  }
}

/** A connector as operations name it. */
function sourceOf(connector: Connector) {
  const kind = kindOfConnector(connector)
  return kind === connector ? { kind } : { kind, source: connector as 'prometheus' }
}
