import { dirname, resolve } from 'node:path'
import { UsageError } from '../failures.ts'
import { readIfThere } from '../io/read-if-there.ts'
import { readVariable } from '../io/read-variable.ts'
import type { SecretReference } from './config.ts'

export interface SecretSource {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of the configuration file: files are named from its folder. */
  readonly configPath: string
}

/** The value of a secret; undefined if the variable is not set or the file does not exist. Throws if either is empty. */
export async function resolveSecret(
  reference: SecretReference,
  { env, configPath }: SecretSource,
): Promise<string | undefined> {
  if ('env' in reference) return readVariable({ env }, reference.env)
  const content = await readIfThere(resolve(dirname(configPath), reference.file))
  const secret = content?.toString('utf8').trim()
  if (secret === '')
    throw new UsageError(`The file ${reference.file} of a secret is empty`, 'Write the secret into it.')
  return secret
}

export function describeReference(reference: SecretReference): string {
  return 'env' in reference ? `the variable ${reference.env}` : `the file ${reference.file}`
}
