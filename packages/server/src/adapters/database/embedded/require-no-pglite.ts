import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../../../ports/operator-error.ts'

/** Omen 0.1 kept its database in `database/`, in the format of PGlite. It is left as it is. */
export function requireNoPglite(data: string): void {
  if (!existsSync(join(data, 'database', 'PG_VERSION'))) return
  throw new OperatorError(
    `The data folder ${data} was made by Omen 0.1, whose embedded database this version cannot read; nothing in it was changed. Start Omen on a new folder (OMEN_DATA) and upload the files again, or keep using 0.1 for this one.`,
  )
}
