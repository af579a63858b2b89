import { type CallOptions, eachItem, given, type Paged, type PageQuery } from '../pages.ts'
import { resource } from '../resource.ts'
import type { Transport } from '../transport.ts'
import type { Model, ModelType, ModelVersion } from '../types.ts'

/**
 * Filter of models: `q` is a part of the name; `filename` the handle of a file
 * that a version was trained on; `shared` is true for those of others only, false for own ones only.
 */
export interface ModelQuery extends PageQuery {
  q?: string | undefined
  filename?: string | undefined
  modelType?: ModelType | undefined
  shared?: boolean | undefined
}

/** Named models and their versions. */
export interface Models {
  list(query?: ModelQuery, options?: CallOptions): Promise<Paged<Model>>
  listAll(query?: ModelQuery, options?: CallOptions): AsyncGenerator<Model, void, undefined>
  get(id: string, options?: CallOptions): Promise<Model>
  /** Newest first. */
  versions(id: string, options?: CallOptions): Promise<ModelVersion[]>
  /** Makes a version the live one; use an older one to roll back. */
  promote(id: string, version: number, options?: CallOptions): Promise<Model>
  /** Sets who else may read and detect with it; an empty list ends sharing. */
  share(id: string, userNames: string[], options?: CallOptions): Promise<Model>
  /** Deletes the model with all versions; its detections stay. */
  delete(id: string, options?: CallOptions): Promise<void>
}

/** The model operations of a client. */
export function models(transport: Transport): Models {
  const { client, unwrap } = transport
  const collection = resource(transport, '/models')
  const list: Models['list'] = async ({ page, ...query } = {}, options) => {
    const answer = await collection.list(page, given(query), options)
    return { items: answer.models, ...answer.page }
  }
  return {
    list,
    listAll: (query, options) => eachItem((page) => list({ ...query, page }, options)),
    get: async (id, options) => (await collection.get(id, options)).model,
    versions: async (id, options) =>
      (await unwrap(client.GET('/models/{id}/versions', { params: { path: { id } }, ...options }))).versions,
    promote: async (id, version, options) => {
      const init = { params: { path: { id } }, body: { version }, ...options }
      return (await unwrap(client.POST('/models/{id}/promote', init))).model
    },
    share: async (id, userNames, options) => {
      const init = { params: { path: { id } }, body: { userNames }, ...options }
      return (await unwrap(client.POST('/models/{id}/share', init))).model
    },
    async delete(id, options) {
      await unwrap(client.DELETE('/models/{id}', { params: { path: { id } }, ...options }))
    },
  }
}
