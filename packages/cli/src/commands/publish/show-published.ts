import { type Job, jobResult, type Omen } from '@omen/sdk'
import type { Run } from '../../cli.ts'
import { EXIT_CODE } from '../../exit-code.ts'
import { CliError } from '../../failures.ts'
import { publishedUrl, renderPublished } from '../../render/published.ts'
import type { Gate } from '../../results/gate.ts'

/** Waits for a publication, and says what was made; the gate is closed where a rule is met. */
export async function showPublished(run: Run, omen: Omen, job: Job, gate?: Gate): Promise<void> {
  const { publishedId } = jobResult(await omen.jobs.wait(job.id))
  if (publishedId === undefined)
    throw new CliError('The job published nothing', { code: 'INTERNAL', exit: EXIT_CODE.failed })
  const published = await omen.published.get(publishedId)
  const { url } = await run.connection()
  run.result({ success: true, published, url: publishedUrl(url, published), failOn: gate }, () =>
    renderPublished(published, url, run),
  )
  run.close(gate)
}
