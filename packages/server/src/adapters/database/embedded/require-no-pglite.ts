import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A data folder of a version that is no longer supported; the message says what to do. */
export class OldDataFolder extends Error {}

/** Omen 0.1 kept its database in `database/`, in the format of PGlite. It is left as it is. */
export function requireNoPglite(data: string): void {
  if (!existsSync(join(data, 'database', 'PG_VERSION'))) return
  throw new OldDataFolder(
    `The data folder ${data} was made by Omen 0.1, whose embedded database this version cannot read; nothing in it was changed. Start Omen on a new folder (OMEN_DATA) and upload the files again, or keep using 0.1 for this one.`,
  )
}
