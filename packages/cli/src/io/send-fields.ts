import { type ConnectionFields, type Omen, withKeyFile } from '@omen/sdk'
import { storePath } from '@omen/sdk/node'

/** Calls `act` with the fields as they are sent: a key file is stored, and named by its handle. */
export function sendFields<T>(
  omen: Omen,
  fields: ConnectionFields,
  { isKept }: { isKept: boolean },
  act: (fields: ConnectionFields) => Promise<T>,
): Promise<T> {
  const { filename: path } = fields
  if (path === undefined) return act(fields)
  return withKeyFile(omen, { store: () => storePath(omen, path), isKept }, (filename) => act({ ...fields, filename }))
}
