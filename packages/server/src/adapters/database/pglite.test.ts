import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { databaseContract } from '../../ports/database.contract.ts'
import { openDatabase } from './open-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-pglite-'))
afterAll(() => rmSync(folder, { recursive: true }))

databaseContract('PGlite', () => openDatabase({ url: null, folder: join(folder, 'database') }))
