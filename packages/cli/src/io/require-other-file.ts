import { statSync } from 'node:fs'
import { UsageError } from '../failures.ts'

/** Throws where the file of `--out` is one of these that the command reads: the result would replace it. */
export function requireOtherFile(out: string, inputs: readonly string[]): void {
  const target = statSync(out, { throwIfNoEntry: false })
  if (!target?.isFile()) return
  const same = inputs.find((path) => {
    const info = statSync(path, { throwIfNoEntry: false })
    return info?.ino === target.ino && info.dev === target.dev
  })
  if (same === undefined) return
  throw new UsageError(`--out ${out}: the result would be written over ${same}, which is read`, 'Name another file.')
}
