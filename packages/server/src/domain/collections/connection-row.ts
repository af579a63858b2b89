import { CollectorError } from '../../ports/collector.ts'
import type { ConnectionFields } from '../../ports/collector-factory.ts'
import { SecretBoxError } from '../../ports/secret-box.ts'
import type { collections } from '../../schema/index.ts'
import type { DataType } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { aboutCollection } from '../secrets/index.ts'

export type CollectionRow = typeof collections.$inferSelect

export function sealSecrets(
  { secretBox }: Pick<Context, 'secretBox'>,
  sourceId: string,
  secrets: ConnectionFields['secrets'],
): Uint8Array {
  return secretBox.seal(JSON.stringify(secrets), aboutCollection(sourceId))
}

/** Throws `CollectorError` where the key of the secrets is gone. */
export function openConnection(
  { secretBox }: Pick<Context, 'secretBox'>,
  { sourceId, connector, settings, secrets }: CollectionRow,
  dataType: DataType,
): ConnectionFields {
  try {
    return { connector, dataType, settings, secrets: JSON.parse(secretBox.open(secrets, aboutCollection(sourceId))) }
  } catch (error) {
    if (error instanceof SecretBoxError) throw new CollectorError('secretKey', { cause: error })
    throw error
  }
}
