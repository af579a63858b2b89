import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../domain/errors.ts'
import { specEntries } from './spec.ts'
import { sendPage } from './static.ts'

interface NotFoundOptions {
  apiBase: string
  /** Operations that this server answers. */
  bound: ReadonlySet<string>
  /** The folder of the built page; null without one. */
  page: string | null
}

/** Unknown API paths are NOT_FOUND; any other path that a browser opens is a screen of the page. */
export function addNotFound(app: FastifyInstance, { apiBase, bound, page }: NotFoundOptions): void {
  const known = specEntries
    .filter((entry) => bound.has(entry.id))
    .map((entry) => ({
      method: entry.method,
      pattern: new RegExp(`^${apiBase}${entry.route.replace(/:\w+/g, '[^/]+')}$`),
    }))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const allowed = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (allowed.length > 0) {
      reply.header('Allow', allowed.join(', '))
      throw new DomainError('METHOD_NOT_ALLOWED')
    }
    if (page !== null && isScreen(request, path, apiBase)) return sendPage(reply, page, apiBase)
    throw new DomainError('NOT_FOUND')
  })
}

function isScreen(request: FastifyRequest, path: string, apiBase: string): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const wantsPage = isRead && (request.headers.accept ?? '').includes('text/html')
  return wantsPage && !path.startsWith(apiBase) && !path.startsWith('/assets/')
}
