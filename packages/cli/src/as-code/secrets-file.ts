import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import type { PlanStep } from './plan.ts'
import { titleOf } from './render-plan.ts'
import type { NewSecret } from './run-plan.ts'

/** The file of `--secrets-out`, which only its owner can read; one JSON object a line. */
export interface SecretsFile {
  readonly path: string
  /** Writes the secret of a step before the next step is done. */
  add(step: PlanStep, secret: NewSecret): void
  /** Closes the file; one in which nothing was written is removed. */
  close(): void
}

/** Creates the file. Throws if there is one already, which may hold other secrets. */
export function createSecretsFile(path: string): SecretsFile {
  const file = create(path)
  let count = 0
  return {
    path,
    add(step, secret) {
      try {
        writeSync(file, `${JSON.stringify(secret)}\n`)
        fsyncSync(file)
        count++
      } catch (cause) {
        throw new CliError(`The secret of ${titleOf(step)} could not be written to ${path}`, {
          code: 'SECRET_LOST',
          exit: EXIT_CODE.failed,
          cause,
          hint: `It was created, and is not shown again. ${remedyFor(step)}`,
        })
      }
    },
    close() {
      closeSync(file)
      if (count === 0) rmSync(path, { force: true })
    },
  }
}

function create(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (cause) {
    const isThere = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    const why = isThere ? 'there is a file already' : (cause as Error).message
    throw new CliError(`--secrets-out ${path}: ${why}`, {
      code: 'SECRETS_FILE',
      exit: EXIT_CODE.usage,
      cause,
      hint: 'Nothing was changed. Name a new file in a folder that you may write to.',
    })
  }
}

/** How a secret that is lost is replaced. */
export function remedyFor(step: PlanStep): string {
  if (step.action === 'addProject') return `Make another key with "omen projects keys add ${step.project.name}".`
  return 'Remove the integration with "omen integrations remove", and apply again.'
}
