import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Where `pnpm build` puts the page. */
export const builtPage: string = fileURLToPath(new URL('../../../web/dist', import.meta.url))

const notBuilt =
  '<!doctype html><html lang="en"><title>Omen</title><p>The page is not built yet: run <code>npm run build</code>, then start the server again.</p></html>'

/** Serves the page's files. Files with a hash in their name are cached for ever; index.html is always revalidated. */
export function addPage(app: FastifyInstance, folder: string): void {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(notBuilt))
    return
  }
  app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Hashes of the scripts that stand in the page itself, for the content security policy. */
export function inlineScriptHashes(folder: string): string[] {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return []
  const scripts = readFileSync(file, 'utf8').matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
}
