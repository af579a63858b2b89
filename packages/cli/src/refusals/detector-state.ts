import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StreamSize } from '@omen/engine'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import { readIfThere } from '../io/read-if-there.ts'
import { createDetectorRegistry, type DetectorRegistry, restoreDetectorRegistry } from '../score/detector-registry.ts'

/**
 * The detectors in a file, or new ones where there is no file yet. Throws a CliError with BAD_STATE for a file that they cannot be
 * restored from, and a UsageError for a `size` other than theirs. Those of another time zone go on in the one that is given.
 */
export async function loadDetectors(
  path: string,
  { size, timeZone }: { size?: StreamSize | undefined; timeZone?: string | undefined },
): Promise<DetectorRegistry> {
  // Checked before hours of work, not after.
  await access(dirname(path), constants.W_OK)
  const registry = restore(path, await readIfThere(path), timeZone)
  if (registry === undefined) return createDetectorRegistry(size ?? 'standard', timeZone)
  if (size !== undefined && size !== registry.size) {
    throw new UsageError(`--size ${size}: the detectors in ${path} are of size ${registry.size}`, 'Leave --size out.')
  }
  return registry
}

function restore(path: string, bytes: Buffer | undefined, timeZone: string | undefined): DetectorRegistry | undefined {
  if (bytes === undefined) return undefined
  try {
    return restoreDetectorRegistry(bytes, timeZone)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const hint = 'Remove the file to start again: the detectors then start untrained.'
    const message = `${path}: the state cannot be used, ${cause.message}`
    throw new CliError(message, { code: 'BAD_STATE', exit: EXIT_CODE.failed, hint, cause })
  }
}
