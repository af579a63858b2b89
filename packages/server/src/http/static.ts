import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendTagged, tag } from './send-tagged.ts'

/** Where `pnpm build` puts the page. */
export const builtPage: string = fileURLToPath(new URL('../../../web/dist', import.meta.url))

const NOT_BUILT =
  '<!doctype html><html lang="en"><title>Omen</title><p>The page is not built yet: run <code>npm run build</code>, then start the server again.</p></html>'

const HTML_TYPE = 'text/html; charset=utf-8'

/** Serves the page's files. Files with a hash in their name are cached for ever; index.html is always revalidated. */
export function addPage(app: FastifyInstance, folder: string, apiBase: string): void {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', async (_request, reply) => reply.type(HTML_TYPE).send(NOT_BUILT))
    return
  }
  for (const path of ['/', '/index.html']) app.get(path, (_request, reply) => sendPage(reply, folder, apiBase))
  app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Sends index.html, which tells the page where the API of this server is. */
export async function sendPage(reply: FastifyReply, folder: string, apiBase: string): Promise<undefined> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  reply.header('Cache-Control', 'no-cache')
  const withBase = html.replace(/(<meta name="omen-api" content=")[^"]*/, (_, start: string) => start + apiBase)
  return sendTagged(reply, tag(withBase), HTML_TYPE)
}

/**
 * Names the page of this server in every answer by the script with which it starts, which changes with everything that it
 * loads: a page that was opened before an update learns of it without asking.
 */
export function addPageName(app: FastifyInstance, folder: string): void {
  const file = join(folder, 'index.html')
  const name = existsSync(file)
    ? /src="\/assets\/(start-[\w.-]+\.js)"/.exec(readFileSync(file, 'utf8'))?.[1]
    : undefined
  if (name === undefined) return
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('X-Omen-Page', name)
  })
}

/** Hashes of the scripts that stand in the page itself, for the content security policy. */
export function inlineScriptHashes(folder: string): string[] {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return []
  const scripts = readFileSync(file, 'utf8').matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
}
