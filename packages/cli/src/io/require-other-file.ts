import { realpathSync, type Stats, statSync } from 'node:fs'
import { sep } from 'node:path'
import { UsageError } from '../failures.ts'

/** Throws where the file of `--out` is one of these that the command reads, or lies in a folder of them: the result would replace it. */
export function requireOtherFile(out: string, inputs: readonly string[]): void {
  const target = infoOf(out)
  if (!target?.isFile()) return
  const same = inputs.find((path) => {
    const info = infoOf(path)
    if (info?.isDirectory()) return realpathSync(out).startsWith(`${realpathSync(path)}${sep}`)
    return info?.ino === target.ino && info.dev === target.dev
  })
  if (same === undefined) return
  throw new UsageError(`--out ${out}: the result would be written over ${same}, which is read`, 'Name another file.')
}

/** Undefined where there is nothing, or what is given is no path. */
function infoOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
