import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  alerts,
  deliveries,
  dispatches,
  idempotentAnswers,
  invitations,
  knownDevices,
  loginAttempts,
  sessions,
  signupCodes,
  tempPasswords,
} from '../schema/index.ts'
import { sampleAlert } from '../testing/sample-alert.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { forgetUnfinishedAnswers, removeExpired } from './housekeeping.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const tables = {
  dispatches,
  idempotentAnswers,
  invitations,
  knownDevices,
  loginAttempts,
  sessions,
  signupCodes,
  tempPasswords,
}

async function counts(): Promise<Record<string, number>> {
  const entries = await Promise.all(
    Object.entries(tables).map(async ([name, table]) => [name, await server.ctx.db.$count(table)]),
  )
  return Object.fromEntries(entries)
}

test('expired rows are deleted, and nothing else', async () => {
  const member = await server.signUp('tidied01')
  const day = 86_400_000
  await member.post('invitations', { expiresAt: server.clock.now() + day })
  await member.post('invitations')
  await server.anonymous.post('get-signup-code', { emailOrMobile: 'x@example.com', userName: 'somebody' })
  await server.anonymous.post('get-temp-password', { userName: 'tidied01', email: 'tidied01@example.com' })
  await server.outbox.take('tidied01@example.com')
  await server.anonymous.post('login-check', { userName: 'tidied01', password: 'Wrong_pass1' })
  const { accountId } = (await server.ctx.db.select().from(sessions))[0]!
  const answer = { accountId, fingerprint: 'f', status: 200, sealedBody: '', createdAt: server.clock.now() }
  await server.ctx.db.insert(idempotentAnswers).values({ ...answer, id: 'a' })
  const full = {
    dispatches: 4,
    idempotentAnswers: 1,
    invitations: 2,
    knownDevices: 1,
    loginAttempts: 2,
    sessions: 1,
    signupCodes: 1,
    tempPasswords: 1,
  }
  expect(await counts()).toEqual(full)
  await removeExpired(server.ctx)
  expect(await counts()).toEqual(full)
  server.clock.advance(181 * day)
  await removeExpired(server.ctx)
  expect(await counts()).toEqual({ ...Object.fromEntries(Object.keys(full).map((name) => [name, 0])), invitations: 1 })
})

test('unfinished requests of a dead server are deleted, finished ones kept', async () => {
  const { rows } = (await server.ctx.db.execute('select id from accounts limit 1')) as unknown as {
    rows: { id: string }[]
  }
  const base = { accountId: rows[0]!.id, fingerprint: 'f', createdAt: server.clock.now() }
  await server.ctx.db.insert(idempotentAnswers).values([
    { ...base, id: 'unfinished' },
    { ...base, id: 'finished', status: 202, sealedBody: '' },
  ])
  await forgetUnfinishedAnswers(server.ctx)
  expect((await server.ctx.db.select().from(idempotentAnswers)).map(({ id }) => id)).toEqual(['finished'])
})

test('old failures to sign in are deleted where they are: a flood of them is not loaded', async () => {
  const { db, clock } = server.ctx
  const day = 86_400_000
  const now = clock.now()
  await db.delete(loginAttempts)
  await db.insert(loginAttempts).values([
    { subject: 'old', attempts: [now - 3 * day, now - 2 * day], lockedUntil: 0 },
    { subject: 'recent', attempts: [now - 2 * day, now - 1000], lockedUntil: 0 },
    { subject: 'locked', attempts: [now - 3 * day], lockedUntil: now - 1000, locks: 1 },
    { subject: 'unlocked long ago', attempts: [], lockedUntil: now - 2 * day, locks: 1 },
  ])
  const select = (): never => {
    throw new Error('rows were loaded')
  }
  await removeExpired({ clock, db: Object.assign(Object.create(db), { select }) })
  const left = await db.select().from(loginAttempts).orderBy(loginAttempts.subject)
  expect(left.map(({ subject }) => subject)).toEqual(['locked', 'recent'])
})

test('alerts go with their deliveries after 400 days, tests of an integration after 30', async () => {
  const { db, clock } = server.ctx
  const day = 86_400_000
  const daysAgo = (days: number) => clock.now() - days * day
  const alert = (id: string, kind: 'opened' | 'trial', days: number) => ({
    id,
    key: id,
    kind,
    at: 0,
    createdAt: daysAgo(days),
    message: sampleAlert({ kind }),
  })
  const all = [alert('ancient', 'opened', 401), alert('old', 'opened', 399), alert('tried', 'trial', 31)]
  await db.insert(alerts).values(all)
  await db
    .insert(deliveries)
    .values(all.map(({ id }) => ({ id, alertId: id, target: 'a@example.com', state: 'sent' as const, nextAt: 0 })))
  await removeExpired(server.ctx)
  expect((await db.select().from(alerts)).map(({ id }) => id)).toEqual(['old'])
  expect((await db.select().from(deliveries)).map(({ id }) => id)).toEqual(['old'])
})
