import { ApiProblem, type Job, type Omen } from '@omen/sdk'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'

/** A job by its id, or by an id prefix of at least four characters among the newest 500. */
export async function findJob(omen: Omen, reference: string): Promise<Job> {
  try {
    return await omen.jobs.get(reference)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'NOT_FOUND' || reference.length < 4) throw error
  }
  const { items } = await omen.jobs.list({ pageSize: 500 })
  const [job, ...others] = items.filter(({ id }) => id.startsWith(reference))
  if (others.length > 0)
    throw new UsageError(`${others.length + 1} jobs begin with "${reference}"`, 'Give more of the id.')
  if (job) return job
  const hint = '"omen jobs" lists those that there are.'
  throw new CliError(`There is no job "${reference}"`, { code: 'NOT_FOUND', exit: EXIT_CODE.failed, hint })
}
