import { ApiProblem, type Omen, type Published } from '@omen/sdk'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'

/** A published detection by its id, or the newest one of a name. */
export async function findPublished(omen: Omen, reference: string): Promise<Published> {
  if (/^[\w-]{1,64}$/.test(reference)) {
    try {
      return await omen.published.get(reference)
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'NOT_FOUND') throw error
    }
  }
  const name = reference.toLowerCase()
  for await (const record of omen.published.listAll({ q: reference, pageSize: 100 }))
    if (record.name.toLowerCase() === name) return record
  const hint = '"omen published" lists those that there are.'
  throw new CliError(`There is no published detection "${reference}"`, {
    code: 'NOT_FOUND',
    exit: EXIT_CODE.failed,
    hint,
  })
}
