import { UsageError } from '../failures.ts'

/** Throws where "-" (standard input) is named for more than one file: it can be read only once. */
export function requireOneStdin(paths: readonly (string | undefined)[]): void {
  if (paths.filter((one) => one === '-').length > 1) {
    throw new UsageError('"-" (standard input) can stand for one file only')
  }
}
