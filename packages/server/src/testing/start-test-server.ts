import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type Closer, closeAll } from '../close-all.ts'
import { compose } from '../compose.ts'
import { defaultSettings } from '../config/load-settings.ts'
import type { Settings } from '../config/settings.ts'
import { ensureFirstAdmin } from '../domain/accounts/index.ts'
import type { Context, Scope } from '../domain/context.ts'
import { createApp } from '../http/app.ts'
import type { ShortMessage, SmsSender } from '../ports/sms.ts'
import { startWork } from '../start-work.ts'
import { copyDatabaseTemplate } from './database-template.ts'
import { type Outbox, startOutbox } from './outbox.ts'
import { createTestClient, type TestClient } from './test-client.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { trackWork } from './track-work.ts'

export const TEST_PASSWORD = 'Right_pass1'

export interface TestServerOptions {
  settings?: Partial<Settings>
  /** A folder of the page to serve. */
  page?: string
  /** A data folder to keep using; without it one is made and removed. */
  data?: string
  log?: Logger
  /** Time passes only if the test advances the clock; `eventually` does. */
  isClockStill?: boolean
  /** Without it short messages are collected in `shortMessages`. */
  sms?: SmsSender
}

/** A whole server on loopback, with real stores and a real mail server. Every answer is compared with the spec. */
export interface TestServer {
  /** Without a slash at the end. */
  url: string
  /** With one. */
  api: string
  app: FastifyInstance
  ctx: Context
  clock: TestClock
  /** Resolves when the server only waits: for its still clock, its clients or other services. */
  idle?(): Promise<void>
  outbox: Outbox
  shortMessages: ShortMessage[]
  anonymous: TestClient
  /** Signs in; the first account is `admin01`. */
  signIn(userName: string, password?: string): Promise<TestClient>
  admin(): Promise<TestClient>
  /** A new account, signed in, by way of the code that was mailed. */
  signUp(userName: string): Promise<TestClient>
  /** A script with an access token of the account. */
  withToken(owner: TestClient, scopes: Scope[]): Promise<TestClient>
  /** Fails when an answer was not as the spec says. */
  close(): Promise<void>
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const closers: Closer[] = []
  try {
    return await start(options, closers)
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

async function start(options: TestServerOptions, closers: Closer[]): Promise<TestServer> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'omen-server-'))
  if (options.data === undefined)
    closers.push({ part: 'the data folder', close: () => rmSync(data, { recursive: true, force: true }) })
  const outbox = await startOutbox()
  closers.push({ part: 'the outbox', close: () => outbox.close() })
  copyDatabaseTemplate(join(data, 'postgres'))
  const shortMessages: ShortMessage[] = []
  const clock = createTestClock({ isStill: options.isClockStill ?? false })
  const sms = options.sms ?? { send: async (message: ShortMessage) => void shortMessages.push(message) }
  const composed = await compose(
    { ...testSettings(data, outbox.url), ...options.settings },
    { clock, sms, ...(options.log && { log: options.log }) },
  )
  closers.push({ part: 'the stores', close: () => composed.close(), limitMs: 120_000 })
  const { ctx } = composed
  const tracker = options.isClockStill ? trackWork(ctx) : undefined
  await ensureFirstAdmin(ctx)
  const work = await startWork(ctx)
  closers.push({ part: 'the background work', close: () => work.stop() })
  const app = await createApp(ctx, { checkAnswers: true, page: options.page ?? join(data, 'no-page') })
  closers.push({ part: 'the HTTP application', close: () => app.close(), limitMs: 20_000 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const api = `${url}${ctx.settings.apiBase}`
  const anonymous = createTestClient(api)

  async function signIn(userName: string, password: string = TEST_PASSWORD): Promise<TestClient> {
    return identified(userName, await anonymous.post('login-check', { userName, password }))
  }

  function identified(userName: string, answer: Awaited<ReturnType<TestClient['post']>>): TestClient {
    if (answer.status !== 200) throw new Error(`${userName} could not sign in: ${JSON.stringify(answer.body)}`)
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0]!
    return createTestClient(api, { userName, cookie, csrf: answer.body.token })
  }

  async function signUp(userName: string): Promise<TestClient> {
    const emailOrMobile = `${userName.toLowerCase()}@example.com`
    await anonymous.post('get-signup-code', { emailOrMobile, userName })
    const vcode = /\d{6}/.exec((await outbox.take(emailOrMobile)).text)![0]
    return identified(
      userName,
      await anonymous.post('signup', { userName, password: TEST_PASSWORD, emailOrMobile, vcode }),
    )
  }

  async function withToken(owner: TestClient, scopes: Scope[]): Promise<TestClient> {
    const { body } = await owner.post('tokens', { name: scopes.join(' '), scopes })
    return createTestClient(api, { userName: owner.userName, bearer: body.secret })
  }

  async function close(): Promise<void> {
    clock.run()
    const { answerFaults } = app
    await closeAll(closers)
    if (answerFaults.length > 0) throw new Error(`answers were not as the spec says:\n${answerFaults.join('\n')}`)
  }

  return {
    url,
    api,
    app,
    ctx,
    clock,
    ...tracker,
    outbox,
    shortMessages,
    anonymous,
    signIn,
    admin: () => signIn('admin01'),
    signUp,
    withToken,
    close,
  }
}

/** Cheap passwords, no demo, no limits that many tests from one address would meet. */
function testSettings(data: string, smtpUrl: string): Settings {
  return defaultSettings({
    data,
    smtpUrl,
    adminPassword: TEST_PASSWORD,
    demo: false,
    liveDemo: false,
    liveDemoSeconds: 10,
    logLevel: 'silent',
    passwordMemoryKib: 1024,
    passwordPasses: 1,
    rateLimitLogin: 100_000,
    rateLimitCodes: 100_000,
    rateLimitUploads: 100_000,
  })
}
