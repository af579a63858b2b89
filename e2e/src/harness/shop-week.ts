import type { Omen } from '../../../packages/sdk/src/index.ts'
import { csvHeader, csvLine } from '../../../samples/shop/csv.ts'
import type { FaultKind } from '../../../samples/shop/faults.ts'
import { createShop } from '../../../samples/shop/shop.ts'
import { DAY, HOUR, MINUTE, WEEK } from '../../../samples/shop/time.ts'

const STEP_MS = 5 * MINUTE
const SEED = 20_261_005
const QUIET_WEEKS = 2
/** The shop always begins here, so that its samples are the same whenever they are sent. */
const FIRST_MONDAY = Date.UTC(2026, 8, 7)

/** Of a shop's week: what goes wrong on which node (0-based), from which hour of that week on, for so many hours. */
export type WeekFault = { kind: FaultKind; node: number; fromHour: number; hours: number }

/** A project, its week with faults, and the time of its last sample. */
export type ShopWeek = { projectName: string; from: number; to: number; last: number }

/** The last full week of the calendar, in UTC. */
function lastWeek(now: number): { from: number; to: number } {
  const monday = Math.floor((now - 4 * DAY) / WEEK) * WEEK + 4 * DAY
  return { from: monday - WEEK, to: monday }
}

/** Sends a new project what a sender has kept: two quiet weeks of the shop, the week with faults, and this week until now. */
export async function sendShopWeek(
  omen: Omen,
  url: string,
  projectName: string,
  faults: readonly WeekFault[],
): Promise<ShopWeek> {
  const { secret } = await omen.projects.addCustom({ projectName, samplingInterval: STEP_MS / MINUTE })
  const now = Date.now()
  const { from, to } = lastWeek(now)
  const began = from - QUIET_WEEKS * WEEK
  const shop = createShop({
    seed: SEED,
    from: FIRST_MONDAY,
    stepMs: STEP_MS,
    faults: faults.map(({ kind, node, fromHour, hours }) => {
      const start = FIRST_MONDAY + QUIET_WEEKS * WEEK + fromHour * HOUR
      return { kind, node, from: start, to: start + hours * HOUR }
    }),
  })
  const row = new Float64Array(shop.names.length)
  let time = began
  while (time + STEP_MS <= now) {
    let text = csvHeader(shop.names)
    for (const end = Math.min(time + DAY, now); time + STEP_MS <= end; time += STEP_MS) {
      shop.next(row)
      text += csvLine(time, row)
    }
    await send(url, secret, text)
  }
  return { projectName, from, to, last: time - STEP_MS }
}

async function send(url: string, secret: string, csv: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/ingest/points`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'text/csv' },
    body: csv,
  })
  if (!answer.ok) throw new Error(`the samples were answered ${answer.status}: ${await answer.text()}`)
}

/** Ends when all that was sent has been looked at; the newest sample waits for those that may follow it. */
export async function untilScored(omen: Omen, { projectName, last }: ShopWeek): Promise<void> {
  for (;;) {
    const { position } = await omen.live.analysis(projectName, { buckets: 1 })
    if (position !== null && position >= last - STEP_MS) return
    await new Promise((done) => setTimeout(done, 2000))
  }
}
