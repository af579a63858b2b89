import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { SecretReference } from './config.ts'

export interface SecretSource {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of the configuration file: files are named from its folder. */
  readonly configPath: string
}

/** The value of a secret; undefined where the variable is not set or the file is not there. */
export async function resolveSecret(
  reference: SecretReference,
  { env, configPath }: SecretSource,
): Promise<string | undefined> {
  if ('env' in reference) return env[reference.env] || undefined
  try {
    return (await readFile(resolve(dirname(configPath), reference.file), 'utf8')).trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function describeReference(reference: SecretReference): string {
  return 'env' in reference ? `the variable ${reference.env}` : `the file ${reference.file}`
}
