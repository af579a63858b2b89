import type { ConnectionFields, Omen } from '@omen/sdk'
import { storePath } from '@omen/sdk/node'

/**
 * Calls `act` with the fields as they are sent: a key file is stored and named by its handle. The server deletes it once it is sealed; where
 * nothing was kept it is deleted here.
 */
export async function withKeyFile<T>(
  omen: Omen,
  fields: ConnectionFields,
  { isKept }: { isKept: boolean },
  act: (fields: ConnectionFields) => Promise<T>,
): Promise<T> {
  if (fields.filename === undefined) return act(fields)
  const { filename } = await storePath(omen, fields.filename)
  const drop = () => omen.files.delete(filename).catch(() => undefined)
  try {
    const result = await act({ ...fields, filename })
    if (!isKept) await drop()
    return result
  } catch (error) {
    await drop()
    throw error
  }
}
