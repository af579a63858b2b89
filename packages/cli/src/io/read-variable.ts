import { UsageError } from '../failures.ts'
import type { Io } from './io.ts'

/** A variable of the environment; undefined if it is not set. Throws if it is empty, because that would silently mean another value. */
export function readVariable({ env }: Pick<Io, 'env'>, name: string): string | undefined {
  const value = env[name]
  if (value === undefined || value.trim() !== '') return value
  throw new UsageError(
    `The environment variable ${name} is set, but empty`,
    `Give it a value, or unset it. A CI secret that does not exist, or that this job may not read, arrives as an empty variable.`,
  )
}
