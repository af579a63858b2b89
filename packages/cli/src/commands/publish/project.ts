import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { UsageError } from '../../failures.ts'
import { parseTime } from '../../io/parse-time.ts'
import { durationMs } from '../../options.ts'
import { addPublicationOptions, keyOf, type PublicationOptions, publicationFields } from './publication-options.ts'
import { showPublished } from './show-published.ts'

interface ProjectOptions extends PublicationOptions {
  from?: string
  to?: string
  last?: number
}

/** `omen publish project` */
export function publishProject(cli: Cli): Command {
  const command = describeCommand('project', {
    summary: 'publish a time of a project',
    description:
      'Copies what was found in that time, with its values: nothing changes in the copy when the project does.',
    examples: [
      {
        run: 'omen publish project shop --last 24h --name "Black Friday" --visibility open',
        does: 'the last day, for anybody with the link',
      },
      {
        run: 'omen publish project shop --from "2026-11-20 08:00" --to "2026-11-20 12:00" --name outage --share-with bobby1 carol1',
        does: 'a morning, for two colleagues',
      },
    ],
  })
    .argument('<project>', 'name')
    .option('--last <duration>', 'so much time before now: 6h, 7d', durationMs)
    .option('--from <time>', 'its beginning: epoch ms or ISO 8601; without a zone, local time')
    .option('--to <time>', 'its end (default: now)')
  return addPublicationOptions(command).action(act<ProjectOptions>(cli, runProject))
}

async function runProject(run: Run, options: ProjectOptions, [projectName = '']: string[]): Promise<void> {
  const omen = await run.omen()
  const job = await omen.published.publishProject(
    { ...publicationFields(run, options), projectName, ...spanOf(run, options) },
    keyOf(options),
  )
  await showPublished(run, omen, job)
}

function spanOf({ io }: Run, { from, to, last }: ProjectOptions): { from: number; to: number } {
  if ((from === undefined) === (last === undefined)) throw new UsageError('Give either --last or --from')
  const end = to === undefined ? io.clock.now() : parseTime('--to', to, io.timeZone)
  return { from: from === undefined ? end - last! : parseTime('--from', from, io.timeZone), to: end }
}
