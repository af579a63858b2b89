import { ApiProblem, type Omen } from '@omen/sdk'
import type { ConfigFault } from './config-error.ts'
import type { SecretSource } from './resolve-secrets.ts'

export interface PlanRequest extends SecretSource {
  /** Whether what the file does not name is removed. */
  readonly prune: boolean
}

/** A plan that is being made, with what was found wrong on the way. */
export interface Planning extends PlanRequest {
  readonly omen: Omen
  readonly faults: ConfigFault[]
  readonly notes: string[]
}

const OF_THE_FILE: readonly ApiProblem['code'][] = ['VALIDATION_FAILED', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT']

/** What the server says to a part of the file; undefined where it refuses it, which is noted with its line. */
export async function noteProblem<T>(
  { faults }: Planning,
  { name, line }: { readonly name: string; readonly line: number },
  part: string,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiProblem) || !OF_THE_FILE.includes(error.code)) throw error
    const [detail] = error.details
    faults.push({
      line,
      message: detail?.field ? `${detail.field} of ${name} ${detail.message}` : `${part} of ${name}: ${error.message}`,
    })
    return undefined
  }
}
