import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'

/** Something that a configuration file may not say, with its place. */
export interface ConfigFault {
  readonly line: number
  readonly message: string
}

const MAX_LISTED = 20

/** The faults of a file, the first ones in full. Nothing was changed. */
export function configError(path: string, faults: readonly ConfigFault[]): CliError {
  const [first, ...others] = faults.toSorted((a, b) => a.line - b.line)
  const left = Math.max(0, others.length - MAX_LISTED)
  const more = others.length === 0 ? '' : ` ${others.length} more${left > 0 ? `, ${MAX_LISTED} of them` : ''} below.`
  return new CliError(`${path}, line ${first!.line}: ${first!.message}`, {
    code: 'BAD_CONFIGURATION',
    exit: EXIT_CODE.usage,
    hint: `Nothing was changed.${more}`,
    details: others.slice(0, MAX_LISTED).map(({ line, message }) => ({ line, message })),
  })
}
