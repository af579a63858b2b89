import {
  addFetchingProject,
  changeConnection,
  changeProjectBackfill,
  getConnection,
  tryConnection,
} from '../../domain/collections/index.ts'
import type { OperationHandlers } from '../operation.ts'

type ConnectionOperation =
  | 'addDatadogProject'
  | 'addNewrelicProject'
  | 'addAmazonProject'
  | 'addGoogleProject'
  | 'testConnection'
  | 'getConnection'
  | 'changeConnection'
  | 'changeBackfill'

export const connectionOperations: OperationHandlers<ConnectionOperation> = {
  addDatadogProject: async ({ ctx, caller, body, locale }) => ({
    project: await addFetchingProject(ctx, caller, 'datadog', body, locale),
  }),
  addNewrelicProject: async ({ ctx, caller, body, locale }) => ({
    project: await addFetchingProject(ctx, caller, 'newrelic', body, locale),
  }),
  addAmazonProject: async ({ ctx, caller, body, locale }) => ({
    project: await addFetchingProject(ctx, caller, 'amazon', body, locale),
  }),
  addGoogleProject: async ({ ctx, caller, body, locale }) => ({
    project: await addFetchingProject(ctx, caller, 'google', body, locale),
  }),
  testConnection: ({ ctx, caller, body }) => {
    const { kind, source, projectName, samplingInterval, dataType, search, ...connection } = body
    return tryConnection(ctx, caller, { kind, source, projectName, samplingInterval, dataType, search }, connection)
  },
  getConnection: async ({ ctx, caller, query, locale }) => ({
    connection: await getConnection(ctx, caller, query.projectName, locale),
  }),
  changeConnection: ({ ctx, caller, body, locale }) => changeConnection(ctx, caller, body, locale),
  changeBackfill: async ({ ctx, caller, body, locale }) => ({
    connection: await changeProjectBackfill(ctx, caller, body, locale),
  }),
}
