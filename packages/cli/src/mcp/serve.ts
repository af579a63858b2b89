import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { ApiProblem, type Omen } from '@omen/sdk'
import type { Run } from '../cli.ts'
import { connect } from '../io/client.ts'
import { createMcpServer } from './create-server.ts'
import { serveHttp } from './serve-http.ts'
import type { ToolContext } from './tool.ts'

export interface ServeOptions {
  readonly http?: number
  readonly host: string
  readonly allowHost?: string[]
  readonly write?: boolean
}

/** Serves until the other side goes or a signal comes. */
export async function serveMcp(run: Run, options: ServeOptions): Promise<void> {
  const { url } = await run.connection()
  const isWritable = options.write === true
  const contextOf = (omen: Omen): ToolContext => ({ omen, page: url.replace(/\/+$/, ''), clock: run.io.clock })
  const onError = (error: Error): void => run.note(`mcp: ${error.message}`)
  if (options.http === undefined) {
    const ctx = contextOf(await run.omen())
    await untilEnded(run, (end) => {
      run.io.stdin.once('end', end)
      const handle = serveStdio(() => createMcpServer(ctx, { isWritable }), { onerror: onError })
      return () => handle.close()
    })
    return
  }
  const { http: port, host, allowHost = [] } = options
  const listening = await serveHttp({
    ...{ port, host, onError, allowedHosts: ['localhost', '127.0.0.1', '[::1]', ...allowHost] },
    open: async (token) => {
      const omen = await connect(run.io, { url, token })
      return (await isValid(omen)) ? createMcpServer(contextOf(omen), { isWritable }) : undefined
    },
  })
  run.note(`Listening at http://${host}:${listening.port}/mcp. Ctrl-C ends it.`)
  await untilEnded(run, () => listening.close)
}

async function isValid(omen: Omen): Promise<boolean> {
  try {
    await omen.accounts.session()
    return true
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return false
    throw error
  }
}

async function untilEnded(run: Run, begin: (end: () => void) => () => Promise<void>): Promise<void> {
  let close: (() => Promise<void>) | undefined
  await new Promise<void>((resolve) => {
    close = begin(resolve)
    run.io.onInterrupt(() => resolve())
  })
  await close?.()
}
