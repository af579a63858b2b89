import { describe, expect, expectTypeOf, it } from 'vitest'
import { createOmen } from './create-omen.ts'
import type { Resource } from './resource.ts'
import { resource } from './resource.ts'
import { serve } from './testing/serve.ts'
import type { Job, Model } from './types.ts'

const PAGE = { page: 1, pageSize: 2, total: 3 }

describe('resource', () => {
  it('creates with POST, gets with GET by id and lists with GET and a page', async () => {
    const { baseUrl, received } = await serve(() => ({ json: { success: true } }))
    const { transport } = createOmen({ baseUrl })
    await resource(transport, '/tokens').create({ name: 'ci', scopes: ['read'] })
    await resource(transport, '/models').get('m 1')
    await resource(transport, '/models').list(3, { q: 'shop' })
    expect(received.map(({ method, path, query }) => `${method} ${path}?${query}`)).toEqual([
      'POST /tokens?',
      'GET /models/m%201?',
      'GET /models?page=3&q=shop',
    ])
    expect(JSON.parse(String(received[0]?.body))).toEqual({ name: 'ci', scopes: ['read'] })
  })

  it('iterates over all pages of a list, and no further', async () => {
    const { baseUrl, received } = await serve(({ query }) => {
      const ids = query.get('page') === '1' ? ['a', 'b'] : ['c']
      return { json: { success: true, models: ids.map((id) => ({ id })), page: PAGE } }
    })
    const ids: string[] = []
    for await (const model of createOmen({ baseUrl }).models.listAll({ pageSize: 2 })) ids.push(model.id)
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(received).toHaveLength(2)
  })

  it('loads no page before it is needed', async () => {
    const { baseUrl, received } = await serve(() => ({
      json: { success: true, models: [{ id: 'a' }, {}], page: PAGE },
    }))
    for await (const _ of createOmen({ baseUrl }).models.listAll({ pageSize: 2 })) break
    expect(received).toHaveLength(1)
  })
})

/** Read by the type checker, never run: a wrong call does not compile. */
export function typeTests(models: Resource<'/models'>, tokens: Resource<'/tokens'>, jobs: Resource<'/jobs'>): void {
  expectTypeOf(models.get('1')).resolves.toHaveProperty('model').toEqualTypeOf<Model>()
  expectTypeOf(jobs.list(1)).resolves.toHaveProperty('jobs').toEqualTypeOf<Job[]>()
  expectTypeOf(tokens.create({ name: 'n', scopes: ['read'] }))
    .resolves.toHaveProperty('secret')
    .toBeString()
  jobs.list(1, { state: 'done', pageSize: 10 })
  // @ts-expect-error a model is not created by POST /models
  models.create({})
  // @ts-expect-error there is no GET of one token
  tokens.get('1')
  // @ts-expect-error an id is needed
  models.get()
  // @ts-expect-error no such scope
  tokens.create({ name: 'n', scopes: ['everything'] })
  // @ts-expect-error the name is missing
  tokens.create({ scopes: ['read'] })
  // @ts-expect-error no such state
  jobs.list(1, { state: 'asleep' })
  // @ts-expect-error the page comes first, it is not part of the query
  jobs.list(1, { page: 2 })
  // @ts-expect-error no such collection
  resource({} as never, '/modells')
  // @ts-expect-error an item is not a collection
  resource({} as never, '/models/{id}')
}
