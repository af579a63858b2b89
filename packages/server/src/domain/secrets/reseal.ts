import { SecretBoxError } from '../../ports/secret-box.ts'
import type { Context } from '../context.ts'
import { type SealedRow, type SealedRows, sealedTables } from './sealed-rows.ts'

/** How many secrets there are, how many were sealed anew, and how many cannot be opened with the keys that are there. */
export interface Resealed {
  total: number
  resealed: number
  unreadable: number
}

type SecretContext = Pick<Context, 'db' | 'secretBox'>

/** Seals everything that a replaced key sealed with the first one; doing it again changes nothing. */
export async function resealSecrets({ db, secretBox }: SecretContext): Promise<Resealed> {
  const counts: Resealed = { total: 0, resealed: 0, unreadable: 0 }
  for (const table of sealedTables) {
    for (let after: string | undefined = ''; after !== undefined; )
      after = await db.transaction(async (tx) => {
        const rows = await table.readAfter(tx, after!, true)
        for (const row of rows) {
          counts.total++
          const secret = openOrNot({ db, secretBox }, table, row)
          if (secret === undefined) counts.unreadable++
          if (secret === undefined || !secretBox.isOutdated(row.sealed)) continue
          await table.replace(tx, row.id, secretBox.seal(secret, table.about(row.id)))
          counts.resealed++
        }
        return rows.at(-1)?.id
      })
  }
  return counts
}

/** How many secrets there are, and how many of them cannot be opened. */
export async function examineSecrets(ctx: SecretContext): Promise<Omit<Resealed, 'resealed'>> {
  const counts = { total: 0, unreadable: 0 }
  for (const table of sealedTables) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: SealedRow[] = await table.readAfter(ctx.db, after, false)
      counts.total += rows.length
      counts.unreadable += rows.filter((row) => openOrNot(ctx, table, row) === undefined).length
      after = rows.at(-1)?.id
    }
  }
  return counts
}

function openOrNot({ secretBox }: SecretContext, table: SealedRows, { id, sealed }: SealedRow): string | undefined {
  try {
    return secretBox.open(sealed, table.about(id))
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}
