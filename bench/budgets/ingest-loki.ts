import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '../budget.ts'
import { type Body, runLoad } from '../server/send-batches.ts'

const BATCH_LINES = 1000
const BATCHES = 900
const CONNECTIONS = 4
const INSTANCES = 20
/** Templates are written every ten seconds. */
const MAX_WAIT_MS = 120_000

export const ingestLokiBudget: Budget = {
  name: 'ingest-loki',
  title: `Log lines by Loki's push API in batches of ${BATCH_LINES}, ${CONNECTIONS} at once, from a sender on the same machine`,
  async run(scratch) {
    const sent = BATCHES * BATCH_LINES
    let inTemplates = 0
    let templates = 0
    let foundMs = 0
    const run = await runLoad(join(scratch, 'loki'), {
      first: [],
      measured: Array.from({ length: BATCHES }, (_, batch) => bodyOf(batch)),
      path: 'loki/api/v1/push',
      connections: CONNECTIONS,
      headers: { 'Content-Type': 'application/json' },
      dataType: 'Log',
      samplingInterval: 1 / 60,
      async after(projects) {
        const began = performance.now()
        while (performance.now() - began < MAX_WAIT_MS && inTemplates < sent) {
          await pause(250)
          const data = await projects.data('bench', {})
          inTemplates = (data.templates ?? []).reduce((sum, { count }) => sum + count, 0)
          templates = data.templatesTotal ?? 0
          foundMs = performance.now() - began
        }
      },
    })
    return [
      { what: 'each batch synced', unit: 'lines/s', measured: sent / run.seconds, goal: { atLeast: 60_000 } },
      {
        what: 'not found at the end, or twice',
        unit: '',
        measured: Math.abs(sent - run.counted),
        goal: { atMost: 0 },
        note: `${sent} sent`,
      },
      {
        what: 'not counted in a template, or twice',
        unit: '',
        measured: Math.abs(sent - inTemplates),
        goal: { atMost: 0 },
        note: `${templates} templates`,
      },
      {
        what: 'all counted in templates, after the last answer',
        unit: 's',
        measured: foundMs / 1000,
        note: 'written every ten seconds',
      },
      { what: 'memory of all processes', unit: 'MB', measured: run.memoryMb, goal: { atMost: 1200 } },
      {
        what: 'processor time a line, templates and scoring included',
        unit: 'µs',
        measured: (run.processorSeconds / sent) * 1e6,
      },
    ]
  },
}

/** A stream of an instance; its times are those of its sending, a nanosecond apart. */
function bodyOf(batch: number): Body {
  const zeros = '0'.repeat(19)
  const values = Array.from({ length: BATCH_LINES }, (_, row) => [zeros, lineOf(batch * BATCH_LINES + row)])
  const stream = { service_name: 'shop', instance: `web-${batch % INSTANCES}`, level: 'info' }
  const body = new TextEncoder().encode(JSON.stringify({ streams: [{ stream, values }] }))
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const places: number[] = []
  for (let at = bytes.indexOf(zeros); at >= 0; at = bytes.indexOf(zeros, at + zeros.length)) places.push(at)
  return () => {
    const now = String(Date.now())
    places.forEach((at, row) => {
      bytes.write(now + String((batch * BATCH_LINES + row) % 1_000_000).padStart(6, '0'), at, 'latin1')
    })
    return body
  }
}

function lineOf(index: number): string {
  const id = (Math.imul(index, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
  switch (index % 5) {
    case 0:
      return `GET /api/v1/orders/${index} HTTP/1.1 200 ${index % 997} ${index % 89}ms`
    case 1:
      return `user ${id} signed in from 10.${index % 200}.${index % 251}.${index % 83} after ${index % 7} attempts`
    case 2:
      return `payment ${id} of ${(index % 10_000) / 100} EUR accepted by provider acme in ${index % 400} ms`
    case 3:
      return `cache miss for key session:${id}, read from replica db-${index % 4} instead`
    default:
      return `worker ${index % 16} took job ${index} from queue mails, ${index % 31} left`
  }
}
