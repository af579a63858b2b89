import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_SCOPES, type Scope } from '../domain/context.ts'
import { type AccessRule, accessRules } from '../testing/access-rules.ts'
import { type AccessWorld, createAccessWorld } from '../testing/access-world.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestAnswer, TestClient } from '../testing/test-client.ts'
import type { OperationId } from './operation.ts'
import { type SpecEntry, specEntries } from './spec.ts'

type Outcome = 'may' | string
const OTHER_ACCOUNTS = { member: 'member01', stranger: 'stranger', admin: 'admin01' } as const

let server: TestServer
let world: AccessWorld
const tokens = new Map<Scope, TestClient>()

beforeAll(async () => {
  server = await startTestServer()
  for (const userName of ['member01', 'stranger']) await server.signUp(userName)
  const owner = await server.signUp('owner001')
  world = await createAccessWorld(server, owner, OTHER_ACCOUNTS.member)
  const admin = await server.admin()
  // The scope of an administrator is left to whoever is one no more.
  await admin.patch('accounts/owner001', { role: 'admin' })
  for (const scope of ALL_SCOPES) tokens.set(scope, await server.withToken(owner, [scope]))
  await admin.patch('accounts/owner001', { role: 'member' })
})
afterAll(() => server.close())

it('has a rule for every operation of the document, and for no other', () => {
  expect(Object.keys(accessRules).sort()).toEqual(specEntries.map((entry) => entry.id).sort())
})

describe.each(specEntries.map((entry) => [entry.id, entry] as const))('%s', (id, entry) => {
  const rule = accessRules[id as OperationId]

  it('does what its rule says for everybody who asks', async () => {
    const outcomes: Record<string, Outcome> = { anonymous: await ask(entry, rule, server.anonymous) }
    for (const [scope, client] of tokens) outcomes[`token ${scope}`] = await ask(entry, rule, client)
    for (const [name, userName] of Object.entries(OTHER_ACCOUNTS))
      outcomes[name] = await ask(entry, rule, await server.signIn(userName), name !== 'member')
    outcomes.owner = await ask(entry, rule, await server.signIn(world.owner.userName))
    expect(outcomes).toEqual(expectedOf(entry, rule))
  })
})

/** Asks as somebody; `isOutsider` must learn nothing of what is the owner's. */
async function ask(entry: SpecEntry, rule: AccessRule, client: TestClient, isOutsider = false): Promise<Outcome> {
  const [path, json, form] = await Promise.all([rule.path ?? entry.route, rule.json, rule.form].map(fill))
  const answer = await client.send(entry.method, path as string, {
    ...(json !== undefined && { json }),
    ...(form !== undefined && { form: form as Record<string, string> }),
    ...(rule.body !== undefined && { body: rule.body, headers: { ...OCTETS, 'X-File-Name': 'a.csv' } }),
  })
  const text = JSON.stringify(answer.body)
  if (isOutsider) for (const id of world.ids) expect(text, `${entry.id} told an outsider`).not.toContain(id)
  return outcomeOf(answer, rule)
}

const OCTETS = { 'Content-Type': 'application/octet-stream' }

function fill(value: unknown): unknown {
  return typeof value === 'function' ? value(world) : value
}

function outcomeOf({ status, body }: TestAnswer, rule: AccessRule): Outcome {
  // Protocols with errors of their own have no code of ours.
  if (status === 401 && typeof body.code !== 'string') return 'UNAUTHENTICATED'
  if (status < 400 || body.code === rule.refusal) return 'may'
  const isDenied = ['UNAUTHENTICATED', 'FORBIDDEN', 'SCOPE_MISSING'].includes(body.code)
  return rule.to === 'anybody' && !isDenied ? 'may' : body.code
}

function expectedOf(entry: SpecEntry, rule: AccessRule): Record<string, Outcome> {
  const forOthers = TO_OTHERS[rule.to]
  const forOwner = rule.to === 'admin' || rule.to === 'sender' ? forOthers : 'may'
  const forToken = (scope: Scope): Outcome => {
    if (rule.to === 'anybody' || rule.to === 'sender' || rule.to === 'admin') return forOthers
    return isCovered(entry, scope) ? (rule.token ?? forOwner) : 'SCOPE_MISSING'
  }
  return {
    anonymous: rule.to === 'anybody' ? 'may' : 'UNAUTHENTICATED',
    ...Object.fromEntries(ALL_SCOPES.map((scope) => [`token ${scope}`, forToken(scope)])),
    member: rule.member ?? forOthers,
    stranger: forOthers,
    admin: rule.admin ?? (rule.to === 'admin' ? 'may' : forOthers),
    owner: forOwner,
  }
}

const TO_OTHERS = {
  anybody: 'may',
  account: 'may',
  owner: 'NOT_FOUND',
  admin: 'FORBIDDEN',
  sender: 'UNAUTHENTICATED',
} as const

function isCovered({ scope }: SpecEntry, held: Scope): boolean {
  return scope === 'any' || scope === held || (scope === 'manage' && held === 'admin')
}
