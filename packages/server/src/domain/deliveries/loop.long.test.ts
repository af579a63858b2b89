import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveries } from '../../schema/index.ts'
import { type DeliveryWorld, openDeliveryWorld } from '../../testing/delivery-world.ts'
import { startDeliveries } from './loop.ts'

let world: DeliveryWorld
let loop: { stop(): Promise<void> } | undefined
beforeAll(async () => {
  world = await openDeliveryWorld()
})
afterAll(async () => {
  await loop?.stop()
  await world.close()
})

test('a thousand deliveries arrive within a minute, each once', async () => {
  const { addWebhook, digest, idsSent, order, receiver, server, until } = world
  const integrationIds = await Promise.all(['one', 'two', 'three', 'four'].map((account) => addWebhook(account)))
  const ids: string[] = []
  for (let number = 0; number < 1000; number++)
    ids.push(await order({ integrationId: integrationIds[number % 4]!, message: digest() }))
  loop = await startDeliveries(server.ctx)
  await until(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(1000), 60_000)
  await until(async () => expect(await server.ctx.db.$count(deliveries, eq(deliveries.state, 'sent'))).toBe(1000))
  expect(idsSent().sort()).toEqual(ids.sort())
})
