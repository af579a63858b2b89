import { describeFault, type Injected } from './faults.ts'
import { createShopLog } from './log.ts'
import { ROLE_ORDER } from './roles.ts'
import { createShop, type ShopOptions } from './shop.ts'

export type SimulateOptions = ShopOptions & { rows: number }

export type Simulation = {
  /** Epoch ms, one a row. */
  times: Float64Array
  /** One column a name; NaN is a gap. */
  columns: Float64Array[]
  names: string[]
  /** Log lines in order of time; continuation lines are lines of their own. */
  logs: string[]
  injected: Injected[]
}

/** Runs the shop and keeps everything: for files of a size that is read by people and tests. */
export function simulateShop(options: SimulateOptions): Simulation {
  const shop = createShop(options)
  const log = createShopLog(options)
  const times = new Float64Array(options.rows)
  const columns = shop.names.map(() => new Float64Array(options.rows))
  const row = new Float64Array(shop.names.length)
  const logs: string[] = []
  for (let r = 0; r < options.rows; r++) {
    const moment = shop.next(row)
    times[r] = moment.time
    for (let c = 0; c < row.length; c++) columns[c]![r] = row[c]!
    for (const line of log(moment)) logs.push(line)
  }
  const nodes = options.nodes ?? ROLE_ORDER.length
  const end = options.from + options.rows * options.stepMs
  const within = options.faults.filter((fault) => fault.from < end && fault.to > options.from)
  return {
    times,
    columns,
    names: shop.names,
    logs,
    injected: within.map((fault) => describeFault(fault, nodes, options.withServices ?? false)),
  }
}
