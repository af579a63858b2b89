import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobQueueContract } from '../../ports/job-queue.contract.ts'
import { copyDatabaseTemplate } from '../../testing/database-template.ts'
import { prepareGraphileQueue } from './queue-under-test.ts'

jobQueueContract('graphile-worker on the embedded PostgreSQL', async () => {
  const data = mkdtempSync(join(tmpdir(), 'omen-queue-'))
  const folder = join(data, 'postgres')
  copyDatabaseTemplate(folder)
  const under = await prepareGraphileQueue({ url: null, folder })
  const release = async () => {
    await under.release()
    rmSync(data, { recursive: true })
  }
  return { ...under, release }
})
