import type { operations, paths } from './generated/api.ts'
import type { CallOptions } from './pages.ts'
import type { Transport } from './transport.ts'

type Verb = 'get' | 'post'
/** Paths of collections: those with a GET or POST and no parameter. */
export type CollectionPath = Exclude<keyof paths, `${string}{${string}`>

type OperationAt<Path, Method extends Verb> = Path extends keyof paths
  ? Extract<paths[Path][Method], operations[keyof operations]>
  : never
type ItemPath<Path extends string> = Extract<keyof paths, `${Path}/{${string}}`>

type JsonOf<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never
type SuccessOf<Operation> = Operation extends { responses: infer Answers }
  ? JsonOf<Answers[Extract<keyof Answers, 200 | 201 | 202>]>
  : never
type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } } ? Content[keyof Content] : never
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never

type Creating<Operation> = [Operation] extends [never]
  ? unknown
  : {
      /** POST to the collection. */
      create(body: BodyOf<Operation>, options?: CallOptions): Promise<SuccessOf<Operation>>
    }
type Getting<Operation> = [Operation] extends [never]
  ? unknown
  : {
      /** GET of one item by its id. Throws `Missing a required URL parameter` for an empty id, before anything is sent. */
      get(id: string, options?: CallOptions): Promise<SuccessOf<Operation>>
    }
type Listing<Operation> = [Operation] extends [never]
  ? unknown
  : {
      /** GET of one page of the collection; the page is the first argument, other query fields the second. */
      list(
        page?: number,
        query?: Omit<QueryOf<Operation>, 'page'>,
        options?: CallOptions,
      ): Promise<SuccessOf<Operation>>
    }

/** Methods of a path: one that the API description lacks does not exist on the type either. */
export type Resource<Path extends string> = Creating<OperationAt<Path, 'post'>> &
  Getting<OperationAt<ItemPath<Path>, 'get'>> &
  Listing<OperationAt<Path, 'get'>>

type Send = (method: string, path: string, init: object) => ReturnType<Transport['client']['request']>

/**
 * Create, get and list of one collection, typed by the API description: create is POST, get is GET by id, list is GET with
 * a `page` query parameter (specification, section 7). Responses are returned whole, with `success`; failures throw.
 */
export function resource<Path extends CollectionPath>(transport: Transport, path: Path): Resource<Path> {
  const send = transport.client.request as unknown as Send
  const call = (method: string, at: string, init: object) => transport.unwrap(send(method, at, init))
  const methods = {
    create: (body: unknown, options?: CallOptions) => call('post', path, { body, ...options }),
    get: (id: string, options?: CallOptions) => call('get', `${path}/{id}`, { params: { path: { id } }, ...options }),
    list: (page?: number, query?: object, options?: CallOptions) =>
      call('get', path, { params: { query: { page, ...query } }, ...options }),
  }
  return methods as unknown as Resource<Path>
}
