import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import { type ClickHouse, collect } from './clickhouse.ts'
import { createGate } from './gate.ts'

/**
 * chDB runs each query on one of Node's four pool threads, which files and password hashes need too: so only two at once.
 */
const concurrency = 2

/** ClickHouse in this process, with its data in `folder`. One process may have one folder open. */
export async function openEmbeddedClickHouse(folder: string): Promise<ClickHouse> {
  const data = join(folder, 'data')
  const blocks = join(folder, 'blocks')
  await rm(blocks, { recursive: true, force: true })
  await mkdir(blocks, { recursive: true })
  // chDB is typed by another copy of the client's common package; the interface is the same.
  const client = createClient({ connection: createChdbConnection({ path: data }) as never })
  const gate = createGate(concurrency)

  const command = async (sql: string): Promise<void> => {
    await gate(() => client.command({ query: sql }))
  }
  return {
    command,
    // chDB's client turns inserted bytes into UTF-8 text, which only suits text formats; a file is read as it is.
    async insert(into, select, structure, block) {
      const path = join(blocks, `${randomUUID()}.native`)
      try {
        await writeFile(path, block)
        const source = `file('${path.replaceAll("'", "''")}', Native, '${structure}')`
        await command(`INSERT INTO ${into} ${select.replace('{source}', source)}`)
      } finally {
        await rm(path, { force: true })
      }
    },
    read: (sql) => gate(async () => collect((await client.exec({ query: `${sql} FORMAT Native` })).stream)),
    async ping() {
      const answer = await client.ping()
      if (!answer.success) throw answer.error
    },
    async close() {
      await gate.idle()
      await client.close()
    },
  }
}
