import { ApiProblem, type Omen, type Preview, type StoredFile } from '@omen/sdk'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'

/** A file by its handle, or by its name (the newest of that name). */
export async function findFile(omen: Omen, reference: string): Promise<{ file: StoredFile; preview?: Preview }> {
  if (/^[A-Za-z0-9_-]{8,64}$/.test(reference)) {
    try {
      return await omen.files.get(reference)
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'NOT_FOUND') throw error
    }
  }
  for await (const file of omen.files.listAll({ q: reference, pageSize: 100 })) {
    if (file.uploadFileName === reference) return omen.files.get(file.filename)
  }
  const hint = '"omen files" lists those that are there.'
  throw new CliError(`There is no file "${reference}"`, { code: 'NOT_FOUND', exit: EXIT_CODE.failed, hint })
}
