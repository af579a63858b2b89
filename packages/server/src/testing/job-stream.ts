import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { accounts, jobs } from '../schema/index.ts'
import type { TestServer } from './start-test-server.ts'
import type { TestClient } from './test-client.ts'

export interface JobStream {
  hasEnded(): boolean
  leave(): void
}

/** A job of the account that never ends, as if on another server. */
export async function writeRunningJob({ ctx }: TestServer, userName: string): Promise<string> {
  const [owner] = await ctx.db
    .select()
    .from(accounts)
    .where(eq(sql`lower(${accounts.userName})`, userName.toLowerCase()))
  const id = ctx.random.id()
  const now = ctx.clock.now()
  await ctx.db.insert(jobs).values({
    id,
    ownerId: owner!.id,
    kind: 'visualization',
    state: 'running',
    title: 'runs on',
    parameters: { kind: 'visualization', filename: 'file-none', uploadFileName: 'none.csv' },
    progress: { done: 0, total: 1, unit: 'steps' },
    attempts: 1,
    worker: 'elsewhere',
    seenAt: now + 86_400_000,
    createdAt: now,
    startedAt: now,
  })
  return id
}

/** Follows the job by server-sent events; resolves once the first has arrived. */
export async function openJobStream(api: string, reader: TestClient, jobId: string): Promise<JobStream> {
  const leaving = new AbortController()
  const response = await fetch(new URL(`jobs/${jobId}/events`, api), {
    headers: reader.headers(),
    signal: leaving.signal,
  })
  expect(response.status).toBe(200)
  const body = response.body!.getReader()
  expect(new TextDecoder().decode((await body.read()).value)).toContain('event: job')
  let ended = false
  const drain = async (): Promise<void> => {
    while (!(await body.read()).done);
    ended = true
  }
  drain().catch(() => {})
  return { hasEnded: () => ended, leave: () => leaving.abort() }
}
