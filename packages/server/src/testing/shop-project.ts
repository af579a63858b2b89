import { eq } from 'drizzle-orm'
import { csvHeader, csvLine } from '../../../../samples/shop/csv.ts'
import type { Fault } from '../../../../samples/shop/faults.ts'
import { createShop } from '../../../../samples/shop/shop.ts'
import { decodeBatch, ingestPoints } from '../domain/ingest/index.ts'
import { livePositions, sources } from '../schema/index.ts'
import type { TestServer } from './start-test-server.ts'
import type { TestClient } from './test-client.ts'

const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** Of the shop's samples. */
export const SHOP_STEP = 5 * 60_000

/** A Monday in the shop: the time of its first sample there. */
const MONDAY = Date.UTC(2026, 8, 7)
const SEED = 20_261_005

/** A fault, by hours since the first sample. */
export function shopFault(kind: Fault['kind'], node: number, fromHour: number, forHours: number): Fault {
  const from = MONDAY + fromHour * HOUR
  return { kind, node, from, to: from + forHours * HOUR }
}

/** A project that samples of the shop are sent to, in the order of their times. */
export interface ShopProject {
  readonly sourceId: string
  /** Sends so many samples of each series, the first of them at the time that the project was added for. */
  send(rows: number): Promise<void>
  /** Resolves when all that was sent has been scored. */
  scored(): Promise<void>
}

/** A project without a model, so that its scores do not depend on when one was trained; its first sample is of `began`. */
export async function addShopProject(
  { ctx }: TestServer,
  owner: TestClient,
  { projectName, began, faults }: { projectName: string; began: number; faults: readonly Fault[] },
): Promise<ShopProject> {
  await owner.post('add-custom-project', { projectName, samplingInterval: SHOP_STEP / 60_000, retrainDays: 0 })
  const [source] = await ctx.db.select().from(sources).where(eq(sources.name, projectName))
  const sourceId = source!.id
  const sender = { sourceId, accountId: source!.ownerId }
  const shop = createShop({ seed: SEED, from: MONDAY, stepMs: SHOP_STEP, faults })
  const row = new Float64Array(shop.names.length)
  let time = began
  return {
    sourceId,
    async send(rows) {
      let text = csvHeader(shop.names)
      for (let k = 0; k < rows; k++, time += SHOP_STEP) {
        shop.next(row)
        text += csvLine(time, row)
      }
      const body = new TextEncoder().encode(text)
      const batch = await decodeBatch(ctx, sender, { protocol: 'csvPoints', body, encoding: 'identity' })
      await ingestPoints(ctx, sender, batch)
    },
    async scored() {
      for (;;) {
        const [at] = await ctx.db.select().from(livePositions).where(eq(livePositions.sourceId, sourceId))
        // While samples of the past are sent, the newest row is left open
        if (at?.position != null && at.position >= time - 2 * SHOP_STEP) return
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
  }
}
