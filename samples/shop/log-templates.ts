import type { FaultKind } from './faults.ts'
import type { Random } from './random.ts'
import type { Role } from './roles.ts'

type Level = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'

/** Writes one event: its text, then continuation lines. */
export type LogWriter = { level: Level; write(random: Random): string[] }

/** An event of a fault: once at its start or end, or again and again while it lasts. `here` is the node that has the fault. */
export type Template = LogWriter & { role: Role | 'here' } & (
    | { when: 'start' }
    | { when: 'end' }
    | { when: 'while'; perMinute: number }
  )

const upTo = (random: Random, limit: number) => Math.floor(random.uniform() * limit)
const id = (random: Random) => 10_000 + upTo(random, 90_000)
const ms = (random: Random, usual: number) => Math.max(1, Math.round(usual * Math.exp(0.5 * random.shock())))
const ip = (random: Random) => `203.0.113.${1 + upTo(random, 254)}`
const WORDS = ['lamp', 'desk', 'kettle', 'tent', 'bicycle', 'rug', 'mirror', 'shelf', 'pan', 'jacket'] as const
const PAGES = ['/', '/basket', '/checkout', '/account', '/help', '/offers'] as const
const TABLES = ['orders', 'order_items', 'stock', 'customers', 'sessions'] as const

function routine(role: Role, level: Level, write: (random: Random) => string): LogWriter & { role: Role } {
  return { role, level, write: (random) => [write(random)] }
}

export const routineTemplates: readonly (LogWriter & { role: Role })[] = [
  routine('web', 'INFO', (r) => `GET /product/${id(r)} 200 ${ms(r, 38)} ms from ${ip(r)}`),
  routine('web', 'INFO', (r) => `GET /product/${id(r)} 200 ${ms(r, 38)} ms from ${ip(r)}`),
  routine('web', 'INFO', (r) => `GET ${r.pick(PAGES)} 200 ${ms(r, 24)} ms from ${ip(r)}`),
  routine('web', 'INFO', (r) => `POST /basket/items 201 ${ms(r, 51)} ms from ${ip(r)}`),
  routine('web', 'INFO', (r) => `session ${id(r)} opened for customer ${id(r)}`),
  routine('web', 'WARN', (r) => `GET /product/${id(r)} 404 ${ms(r, 9)} ms from ${ip(r)}`),
  routine('orders', 'INFO', (r) => `order ${id(r)} placed by customer ${id(r)}: ${1 + upTo(r, 6)} items`),
  routine('orders', 'INFO', (r) => `payment for order ${id(r)} accepted in ${ms(r, 340)} ms`),
  routine('orders', 'INFO', (r) => `order ${id(r)} handed to carrier`),
  routine('orders', 'WARN', (r) => `payment for order ${id(r)} declined: insufficient funds`),
  routine('orders', 'INFO', (r) => `young collection took ${ms(r, 14)} ms, heap ${1100 + upTo(r, 900)} MB`),
  routine('search', 'INFO', (r) => `query "${r.pick(WORDS)}" found ${upTo(r, 400)} products in ${ms(r, 17)} ms`),
  routine(
    'search',
    'INFO',
    (r) => `query "${r.pick(WORDS)} ${r.pick(WORDS)}" found ${upTo(r, 40)} products in ${ms(r, 26)} ms`,
  ),
  routine('search', 'INFO', (r) => `segment _${upTo(r, 46656).toString(36)} merged in ${ms(r, 900)} ms`),
  routine(
    'search',
    'DEBUG',
    (r) => `cache hit rate ${(90 + 9 * r.uniform()).toFixed(1)} % of ${500 + upTo(r, 4000)} lookups`,
  ),
  routine('db', 'INFO', (r) => `checkpoint complete: wrote ${200 + upTo(r, 4000)} buffers in ${ms(r, 2600)} ms`),
  routine('db', 'INFO', (r) => `autovacuum of table ${r.pick(TABLES)} removed ${upTo(r, 9000)} rows`),
  routine('db', 'WARN', (r) => `statement on ${r.pick(TABLES)} took ${ms(r, 650)} ms`),
  routine('db', 'INFO', (r) => `connection ${id(r)} authorized for user shop from 10.0.0.${1 + upTo(r, 5)}`),
]

type Text = string | ((random: Random) => string | string[])

function fault(when: 'start' | 'end' | number, role: Role | 'here', level: Level, text: Text): Template {
  const write = (random: Random) => [text].flatMap((part) => (typeof part === 'string' ? part : part(random)))
  return typeof when === 'number'
    ? { when: 'while', perMinute: when, role, level, write }
    : { when, role, level, write }
}

export const faultTemplates: Record<FaultKind, readonly Template[]> = {
  'cpu-hog': [
    fault(1.1, 'here', 'WARN', (r) => `request queue holds ${80 + upTo(r, 400)}, oldest waits ${ms(r, 2400)} ms`),
    fault(0.6, 'here', 'ERROR', (r) => `GET /checkout 503 ${ms(r, 5000)} ms from ${ip(r)}: no worker free`),
    fault(0.2, 'here', 'WARN', (r) => `event loop blocked for ${ms(r, 900)} ms`),
  ],
  'memory-leak': [
    fault(0.12, 'here', 'WARN', (r) => `allocation of ${1 + upTo(r, 16)} MB waited ${ms(r, 190)} ms for free pages`),
    fault(0.05, 'here', 'WARN', (r) => [
      `image buffer ${id(r)} was not released`,
      `    at shop.orders.Invoice.render(Invoice.java:${100 + upTo(r, 80)})`,
      '    at shop.orders.OrderService.place(OrderService.java:212)',
    ]),
    fault('end', 'here', 'ERROR', 'kernel: out of memory, killed process 1841 (orders)'),
    fault('end', 'here', 'INFO', 'process restarted by supervisor'),
  ],
  'disk-hog': [
    fault(0.8, 'here', 'WARN', (r) => `fsync of write-ahead log took ${ms(r, 2300)} ms`),
    fault(0.4, 'orders', 'ERROR', (r) => `order ${id(r)} not stored: statement timed out after 3000 ms`),
    fault('end', 'here', 'INFO', 'checkpoint backlog cleared'),
  ],
  'network-hog': [
    fault(0.7, 'here', 'WARN', (r) => `send buffer full for ${ip(r)}, ${ms(r, 900)} ms behind`),
    fault(0.5, 'here', 'ERROR', (r) => `connection to ${ip(r)} reset by peer while sending`),
  ],
  'instance-down': [
    fault(0.5, 'web', 'ERROR', (r) => `connect to search:9200 refused, attempt ${1 + upTo(r, 3)} of 3`),
    fault(0.3, 'web', 'WARN', (r) => `GET /search 502 ${ms(r, 30)} ms from ${ip(r)}`),
    fault('end', 'here', 'INFO', 'node started, recovering 5 shards'),
  ],
  'bad-release': [
    fault('start', 'here', 'INFO', 'release 2.41.0 deployed, was 2.40.3'),
    fault(0.5, 'here', 'WARN', (r) => `pricing rules compiled again in ${ms(r, 410)} ms: cache key changed`),
    fault(0.3, 'here', 'ERROR', (r) => [
      `order ${id(r)} failed: TypeError: Cannot read properties of undefined (reading 'discount')`,
      `    at priceOf (/srv/orders/pricing.js:${40 + upTo(r, 60)}:17)`,
      '    at placeOrder (/srv/orders/place.js:88:9)',
    ]),
  ],
  'silent-collector': [
    fault('start', 'db', 'ERROR', 'collector: push to metrics.internal failed: 503, will retry'),
    fault(0.1, 'db', 'WARN', (r) => `collector: buffer full, ${20 + upTo(r, 60)} samples dropped`),
    fault('end', 'db', 'INFO', 'collector: push to metrics.internal succeeded'),
  ],
}
