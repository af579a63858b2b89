import { join } from 'node:path'
import { openEmbeddedClickHouse } from '../../packages/server/src/adapters/clickhouse/embedded-clickhouse.ts'
import { countFileLines } from '../../packages/server/src/adapters/clickhouse/insert-sql.ts'
import { prepareTables } from '../../packages/server/src/adapters/clickhouse/prepare-tables.ts'
import { openDatabase } from '../../packages/server/src/adapters/database/open-database.ts'
import type { Budget, Measurement } from '../budget.ts'
import { type Api, signIn } from '../server/api.ts'
import { startServer } from '../server/start-server.ts'
import { quantile } from '../statistics.ts'

const LINES = 10_000_000
const DAYS = 7
const TEMPLATES = 60
const INSTANCES = 20
const ROUNDS = 12
const MINUTE = 60_000

export const logAnalysisBudget: Budget = {
  name: 'log-analysis',
  title: `A log with ${LINES / 1e6} million lines of ${DAYS} days`,
  async run(scratch) {
    const data = join(scratch, 'log-analysis')
    const empty = await startServer({ data })
    try {
      await addLog(empty.origin, await signIn(empty.origin))
    } finally {
      await empty.stop()
    }
    const filename = await fill(data)
    const server = await startServer({ data })
    try {
      const api = await signIn(server.origin)
      const read = (path: string): Promise<number> => timeRead(api, path)
      const analysis = await read(`logAnalysis?filename=${filename}`)
      const word = await read(`logAnalysis/lines?filename=${filename}&q=zebra`)
      const absent = await read(`logAnalysis/lines?filename=${filename}&q=giraffe`)
      const frequent = await read(`logAnalysis/lines?filename=${filename}&q=timeout`)
      const expression = await read(
        `logAnalysis/lines?filename=${filename}&q=${encodeURIComponent('/took 8[0-9]+ ms.*F{9}/')}`,
      )
      const template = await read(`log-templates/3?filename=${filename}`)
      const note = `${ROUNDS} reads each`
      return [
        { what: 'first page of the analysis, p95', unit: 'ms', measured: analysis, goal: { atMost: 600 }, note },
        { what: 'a word that one line has, p95', unit: 'ms', measured: word, goal: { atMost: 600 } },
        { what: 'a word that no line has, p95', unit: 'ms', measured: absent, goal: { atMost: 600 } },
        { what: 'a frequent word, p95', unit: 'ms', measured: frequent, goal: { atMost: 600 } },
        { what: 'an expression that no line matches, p95', unit: 'ms', measured: expression, goal: { atMost: 5000 } },
        { what: 'a template with the values of its variables, p95', unit: 'ms', measured: template },
      ] satisfies Measurement[]
    } finally {
      await server.stop()
    }
  },
}

/** A small log, in whose place the large one is written. */
async function addLog(origin: string, api: Api): Promise<void> {
  const { token } = await api.get<{ token: string }>('session')
  const send = async (path: string, type: string, body: string): Promise<{ filename: string }> => {
    const headers = {
      cookie: api.cookie,
      'x-csrf-token': token,
      'content-type': type,
      'x-file-name': 'bench.log',
      prefer: 'wait=30',
    }
    const response = await fetch(`${origin}/api/v1/${path}`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { filename: string }
  }
  const { filename } = await send('files', 'application/octet-stream', '2026-01-01T00:00:00Z INFO started\n')
  await send('logAnalysis', 'application/json', JSON.stringify({ filename }))
}

/** Writes the lines, their counts and their templates, as a job would have; the handle of the file. */
async function fill(data: string): Promise<string> {
  const from = Date.UTC(2026, 0, 5)
  const to = from + DAYS * 86_400_000 - 1
  const database = await openDatabase({ url: null, folder: join(data, 'postgres') })
  let file: { file_id: string; dataset_id: string }
  try {
    const { rows } = await database.executeSql('select file_id, dataset_id from log_files')
    file = rows[0] as typeof file
    const texts = Array.from({ length: TEMPLATES }, (_, k) => `(${k + 1}, '${textOf(k)}')`).join(', ')
    for (const statement of [
      `update log_files set from_time = ${from}, to_time = ${to}, bucket_ms = ${MINUTE}, lines = ${LINES}, records = ${LINES}`,
      'delete from log_templates',
      `insert into log_templates (source_id, id, text, count, first_at, last_at, example, is_error)
        select '${file.file_id}', k, t, ${Math.floor(LINES / TEMPLATES)}, ${from}, ${to}, replace(t, '<*>', '7'), false from (values ${texts}) v(k, t)`,
    ])
      await database.executeSql(statement)
  } finally {
    await database.close()
  }
  const clickhouse = await openEmbeddedClickHouse(join(data, 'points'))
  try {
    await prepareTables(clickhouse, null)
    const atOnce = 1_000_000
    const texts = Array.from({ length: TEMPLATES }, (_, k) => `'${textOf(k)}'`).join(', ')
    const ts = `toInt64(${from} + intDiv(n * ${DAYS * 86_400_000}, ${LINES}))`
    const template = `(1 + n % ${TEMPLATES})`
    const value = (salt: number): string => `toString(cityHash64(n + ${salt}) % 100000)`
    const text = `replaceOne(replaceOne([${texts}][${template}], '<*>', concat(${value(1)}, hex(cityHash64(n)))), '<*>', ${value(2)})`
    const line = `concat('INFO ', ${text}, if(n = 1234567, ' zebra', ''))`
    const names = `concat('web', toString(n % ${INSTANCES})), concat('service', toString(n % 5))`
    for (let first = 0; first < LINES; first += atOnce)
      await clickhouse.command(
        `INSERT INTO log_lines SELECT '${file.dataset_id}', ${ts}, n + 2, 0, toUInt32(n), 9, toUInt32${template}, ${names}, ${line}, '' FROM (SELECT number AS n FROM numbers(${first}, ${atOnce}))`,
      )
    await clickhouse.command(countFileLines(file.dataset_id, MINUTE))
  } finally {
    await clickhouse.close()
  }
  return file.file_id
}

const WORDS = ['connection', 'request', 'payment', 'order', 'cache', 'timeout', 'refused', 'worker', 'queue', 'session']

function textOf(k: number): string {
  return `${WORDS[k % 10]} ${WORDS[Math.floor(k / 10)]} <*> of step ${'abcdefghij'[k % 10]} took <*> ms`
}

async function timeRead(api: Api, path: string): Promise<number> {
  await api.get(path)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await api.get(path)
    times.push(performance.now() - began)
  }
  return quantile(times, 0.95)
}
