import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAesSecretBox } from '../../adapters/secret-box/aes-secret-box.ts'
import { accounts } from '../../schema/accounts.ts'
import { integrations } from '../../schema/alerts.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { aboutIntegration } from './about.ts'
import { examineSecrets, resealSecrets } from './reseal.ts'

const [older, newer, lost] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
]
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
})
afterAll(() => server.close())

async function addIntegrations(count: number, key: Uint8Array): Promise<void> {
  const [owner] = await server.ctx.db.select({ id: accounts.id }).from(accounts)
  const box = createAesSecretBox([key])
  const rows = Array.from({ length: count }, (_, number) => ({
    id: `i_${key[0]}_${String(number).padStart(4, '0')}`,
    ownerId: owner!.id,
    provider: 'slack' as const,
    account: `${key[0]} ${number}`,
    hint: '',
    isForAll: true,
    isForEscalation: false,
    createdAt: 0,
  }))
  const sealed = rows.map((row) => ({ ...row, serviceKey: box.seal(`secret of ${row.id}`, aboutIntegration(row.id)) }))
  await server.ctx.db.insert(integrations).values(sealed)
}

test('all that older keys sealed is sealed with the first one, once; what no key opens stays as it is', async () => {
  await addIntegrations(150, older)
  await addIntegrations(1, lost)
  const { db } = server.ctx
  const secretBox = createAesSecretBox([newer, older])
  expect(await resealSecrets({ db, secretBox })).toEqual({ total: 151, resealed: 150, unreadable: 1 })
  expect(await resealSecrets({ db, secretBox })).toEqual({ total: 151, resealed: 0, unreadable: 1 })
  expect(await examineSecrets({ db, secretBox })).toEqual({ total: 151, unreadable: 1 })
  expect(await examineSecrets({ db, secretBox: createAesSecretBox([older]) })).toEqual({ total: 151, unreadable: 151 })
  const onlyNewer = createAesSecretBox([newer])
  const rows = await db.select().from(integrations)
  for (const { id, serviceKey } of rows.filter((row) => !row.id.startsWith('i_3')))
    expect(onlyNewer.open(serviceKey, aboutIntegration(id))).toBe(`secret of ${id}`)
  const [kept] = await db.select().from(integrations).where(eq(integrations.id, 'i_3_0000'))
  expect(createAesSecretBox([lost]).open(kept!.serviceKey, aboutIntegration('i_3_0000'))).toContain('i_3_0000')
})
