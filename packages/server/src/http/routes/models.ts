import {
  deleteModel,
  getModel,
  listModels,
  listModelVersions,
  promoteModel,
  shareModel,
} from '../../domain/models/index.ts'
import type { OperationHandlers } from '../operation.ts'

type ModelOperation = 'listModels' | 'getModel' | 'deleteModel' | 'listModelVersions' | 'promoteModel' | 'shareModel'

export const modelOperations: OperationHandlers<ModelOperation> = {
  listModels: ({ ctx, caller, query }) => listModels(ctx, caller, query as Required<typeof query>),
  getModel: async ({ ctx, caller, path }) => ({ model: await getModel(ctx, caller, path.id) }),
  deleteModel: async ({ ctx, caller, path }) => {
    await deleteModel(ctx, caller, path.id)
    return {}
  },
  listModelVersions: async ({ ctx, caller, path }) => ({ versions: await listModelVersions(ctx, caller, path.id) }),
  promoteModel: async ({ ctx, caller, path, body }) => ({
    model: await promoteModel(ctx, caller, path.id, body.version),
  }),
  shareModel: async ({ ctx, caller, path, body }) => ({
    model: await shareModel(ctx, caller, path.id, body.userNames),
  }),
}
