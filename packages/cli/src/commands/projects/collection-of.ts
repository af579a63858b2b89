import type { Collection, Connector, Project } from '@omen/sdk'
import { exitCode } from '../../exit-code.ts'
import { CliError } from '../../failures.ts'

/** What a project fetches from. Throws for one that is sent its data. */
export function requireConnector({ collection, projectName, samplingInterval }: Project): {
  connector: Connector
  samplingInterval: number
} {
  return { connector: requireCollection(collection, projectName).connector, samplingInterval }
}

function requireCollection(collection: Collection | null, name: string): Collection {
  if (collection) return collection
  throw new CliError(`${name} is sent its data; it fetches nothing`, {
    ...{ code: 'NOT_FOUND', exit: exitCode.failed },
    hint: `"omen projects keys list ${name}" lists who may send to it.`,
  })
}
