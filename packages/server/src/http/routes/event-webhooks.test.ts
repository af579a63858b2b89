import { sign } from '@octokit/webhooks-methods'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

let server: TestServer
let owner: TestClient
let anonymous: TestClient
let secret: string
let keyId: string
/** As the settings of the repository are given it. */
let payloadUrl: string
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  owner = await server.signUp('owner001')
  const { body } = await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
  secret = body.secret
  keyId = body.key.id
  const { text } = body.commands.find(({ sender }: { sender: string }) => sender === 'github')
  payloadUrl = /Payload URL: +\S*(events\/webhook\/github\?hook=\S+)/.exec(text)![1]!
  anonymous = createTestClient(server.api)
})
beforeEach(() => server.ctx.db.delete(events))
afterAll(() => server.close())

const added = async () => (await owner.get('events?projectName=shop')).body.events

const REPOSITORY = {
  id: 186853002,
  name: 'checkout',
  full_name: 'acme/checkout',
  default_branch: 'main',
  pushed_at: 1_795_000_000,
  html_url: 'https://github.com/acme/checkout',
}
const DEPLOYED = {
  action: 'created',
  deployment_status: {
    id: 1115122403,
    state: 'success',
    environment: 'production',
    created_at: '2026-11-20T10:42:33Z',
    environment_url: 'https://shop.example',
    log_url: '',
    target_url: '',
    description: '',
  },
  deployment: {
    id: 145988746,
    sha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e',
    ref: 'v2.4.1',
    environment: 'production',
  },
  repository: REPOSITORY,
}
const fromGithub = async (event: string, payload: object, { path = payloadUrl, key = secret, form = false } = {}) => {
  const json = JSON.stringify(payload)
  const body = form ? new URLSearchParams({ payload: json }).toString() : json
  const headers = {
    'Content-Type': form ? 'application/x-www-form-urlencoded' : 'application/json',
    'X-GitHub-Event': event,
    'X-Hub-Signature-256': await sign(key, body),
  }
  return anonymous.send('POST', path, { body, headers })
}

describe('POST events/webhook/github', () => {
  it('adds a deployment that is signed with the ingest key, once however often it is delivered', async () => {
    const { status, body } = await fromGithub('deployment_status', DEPLOYED)
    expect([status, body.ignored]).toEqual([200, null])
    expect(body.event).toMatchObject({
      at: Date.UTC(2026, 10, 20, 10, 42, 33),
      kind: 'deployment',
      version: 'v2.4.1',
      by: 'GitHub',
      title: 'checkout v2.4.1 deployed to production',
      link: 'https://shop.example',
    })
    expect((await fromGithub('deployment_status', DEPLOYED, { form: true })).body.event.id).toBe(body.event.id)
    expect(await added()).toHaveLength(1)
  })
  it('adds releases, failed deployments, and pushes to the default branch', async () => {
    const failed = { ...DEPLOYED, deployment_status: { ...DEPLOYED.deployment_status, state: 'failure' } }
    const release = {
      id: 17372790,
      tag_name: '0.0.1',
      published_at: '2026-11-20T11:00:00Z',
      html_url: 'https://github.com/acme/checkout/releases/0.0.1',
    }
    const push = {
      ref: 'refs/heads/main',
      after: '7638417db6d59f3c431d3e1f261cc637155684cd',
      deleted: false,
      repository: REPOSITORY,
      compare: 'https://github.com/acme/checkout/compare/a...b',
      head_commit: { message: 'fix: the pool\n\nIt ran dry.', timestamp: '2026-11-18T09:00:00Z' },
    }
    await fromGithub('deployment_status', failed)
    await fromGithub('release', { action: 'published', release, repository: REPOSITORY })
    await fromGithub('push', push)
    expect((await added()).map(({ title, kind }: { title: string; kind: string }) => [title, kind])).toEqual([
      ['checkout 0.0.1 released', 'deployment'],
      ['Deployment of checkout v2.4.1 to production failed', 'deployment'],
      ['Push to main of checkout: fix: the pool', 'other'],
    ])
    expect(await added()).toContainEqual(expect.objectContaining({ version: '7638417', at: 1_795_000_000_000 }))
  })
  it('ignores what is no change, and says why', async () => {
    const inState = (state: string) => ({ ...DEPLOYED, deployment_status: { ...DEPLOYED.deployment_status, state } })
    const answers = [
      await fromGithub('ping', { zen: 'Keep it logically awesome.' }),
      await fromGithub('deployment_status', inState('in_progress')),
      await fromGithub('release', { action: 'edited', repository: REPOSITORY }),
      await fromGithub('push', { ref: 'refs/heads/topic', after: 'f95f852', repository: REPOSITORY }),
      await fromGithub('issues', { action: 'opened' }),
      await fromGithub('constructor', {}),
      await fromGithub('deployment_status', []),
      await fromGithub('deployment_status', DEPLOYED, { path: `${payloadUrl}&environment=staging` }),
    ]
    expect(answers.map(({ status, body }) => [status, body.event])).toEqual(answers.map(() => [200, null]))
    expect(answers.map(({ body }) => body.ignored)).toEqual([
      'a ping',
      'a deployment that is in_progress',
      'a release that is edited',
      'a push to another than the default branch',
      'events of the kind issues tell of no change',
      'events of the kind constructor tell of no change',
      'a deployment that is in no state',
      'a deployment to production',
    ])
    expect(await added()).toEqual([])
    const production = { path: `${payloadUrl}&environment=Production` }
    expect((await fromGithub('deployment_status', DEPLOYED, production)).body.event).not.toBeNull()
  })
  it('refuses what is not signed with the key, a changed address, and no JSON', async () => {
    const unsigned = await anonymous.send('POST', payloadUrl, { body: '{}', headers: { 'X-GitHub-Event': 'ping' } })
    const wrong = await fromGithub('ping', {}, { key: 'another' })
    const changed = await fromGithub('ping', {}, { path: payloadUrl.replace(/.{4}$/, 'AAAA') })
    const noHook = await fromGithub('ping', {}, { path: 'events/webhook/github' })
    expect([unsigned, wrong, changed, noHook].map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 4 }, () => [401, 'UNAUTHENTICATED']),
    )
    const body = 'no JSON'
    const headers = { 'X-GitHub-Event': 'ping', 'X-Hub-Signature-256': await sign(secret, body) }
    expect((await anonymous.send('POST', payloadUrl, { body, headers })).body.code).toBe('MALFORMED_BODY')
    expect((await anonymous.send('POST', 'events/webhook/other', { body: '{}' })).status).toBe(401)
  })
  it('cuts what is too long and drops an address that is none', async () => {
    const release = {
      id: 1,
      tag_name: `v1\u001b[31m${'9'.repeat(300)}`,
      published_at: 'never',
      html_url: 'javascript:alert(1)',
    }
    const { event } = (await fromGithub('release', { action: 'published', release, repository: REPOSITORY })).body
    expect([event.title.length, event.version.length, event.link]).toEqual([200, 100, null])
    expect(event.title).not.toMatch(/\p{Cc}/u)
    expect(event.at).toBeLessThanOrEqual(event.createdAt)
  })
})

describe('POST events/webhook/gitlab', () => {
  const project = { id: 30, name: 'checkout', web_url: 'https://gitlab.example/acme/checkout', default_branch: 'main' }
  const fromGitlab = (payload: object, token = secret) =>
    anonymous.send('POST', 'events/webhook/gitlab', {
      body: JSON.stringify(payload),
      headers: { 'X-Gitlab-Token': token, 'X-Gitlab-Event': 'Deployment Hook', 'Content-Type': 'application/json' },
    })
  const deployment = {
    object_kind: 'deployment',
    status: 'success',
    status_changed_at: '2026-11-20 12:50:00 +0200',
    deployment_id: 15,
    deployable_url: 'https://gitlab.example/-/jobs/796',
    environment: 'staging',
    short_sha: '279484c0',
    ref: 'main',
    project,
  }

  it('adds deployments, releases and pipelines of the default branch, once', async () => {
    const release = {
      object_kind: 'release',
      action: 'create',
      id: 1,
      tag: 'v1.1',
      url: 'https://gitlab.example/v1.1',
      released_at: '2026-11-20 11:00:00 UTC',
      project,
    }
    const object_attributes = {
      id: 31,
      ref: 'main',
      tag: false,
      sha: 'bcbb5ec396a2c0f828686f14fac9b80b780504f2',
      status: 'success',
      finished_at: '2026-11-20 12:00:00 UTC',
    }
    for (const payload of [deployment, deployment, release, { object_kind: 'pipeline', object_attributes, project }])
      expect((await fromGitlab(payload)).status).toBe(200)
    const found = (await added()).map(
      ({ at, kind, title, version }: { at: number; kind: string; title: string; version: string }) => [
        new Date(at).toISOString().slice(11, 16),
        kind,
        title,
        version,
      ],
    )
    expect(found).toEqual([
      ['12:00', 'other', 'Pipeline of checkout main passed', 'bcbb5ec3'],
      ['11:00', 'deployment', 'checkout v1.1 released', 'v1.1'],
      ['10:50', 'deployment', 'checkout main@279484c0 deployed to staging', 'main@279484c0'],
    ])
  })
  it('ignores what is no change, and refuses a wrong token', async () => {
    const running = await fromGitlab({ ...deployment, status: 'running' })
    expect(running.body).toMatchObject({ event: null, ignored: 'a deployment that is running' })
    expect((await fromGitlab({ object_kind: 'push' })).body.event).toBeNull()
    expect((await fromGitlab(deployment, 'omen_in_wrong')).body.code).toBe('UNAUTHENTICATED')
  })
  it('receives nothing any more once the key is deleted', async () => {
    await owner.delete(`ingest-keys/${keyId}`)
    expect((await fromGitlab(deployment)).status).toBe(401)
    expect((await fromGithub('ping', {})).status).toBe(401)
  })
})
