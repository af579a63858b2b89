import type { EventKind } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { parseTime } from '../../io/parse-time.ts'
import { renderEvents } from '../../render/events.ts'

interface PostOptions {
  kind: EventKind
  release?: string
  instance?: string[]
  link?: string
  at?: string
  key?: string
}

export const EVENT_KINDS: readonly EventKind[] = ['deployment', 'configuration', 'other']

/** `omen events post` */
export function eventsPost(cli: Cli): Command {
  return describeCommand('post', {
    summary: 'tell a project that something changed',
    description:
      'Charts and incidents of the project show it as a flag. A token with the scope upload is enough. A step of CI that may run twice gives --key, so that ' +
      'the event is there once.',
    examples: [
      { run: `omen events post shop "checkout 2.4.1 deployed" --release 2.4.1`, does: 'a deployment, now' },
      {
        run: `omen events post shop "pool size 20 to 50" --kind configuration --instance db1 db2 --at "2026-11-20 10:42"`,
        does: 'something set up differently on two instances, some time ago',
      },
      {
        run: `omen events post shop "Deploy $CI_COMMIT_TAG" --link "$CI_PIPELINE_URL" --key "$CI_PIPELINE_ID"`,
        does: 'from a pipeline, once however often the step runs',
      },
    ],
  })
    .argument('<project>', 'name, or name@owner')
    .argument('<title>', 'what changed, in a line')
    .addOption(new Option('--kind <kind>', 'what kind of change').choices(EVENT_KINDS).default('deployment'))
    .option('--release <version>', 'what runs since then')
    .option('--instance <names...>', 'what changed (default: everything)')
    .option('--link <address>', 'where people read more')
    .option('--at <time>', 'when (default: now)')
    .option('--key <text>', 'with the same key it is added once in 24 hours')
    .action(act<PostOptions>(cli, runPost))
}

async function runPost(run: Run, options: PostOptions, [projectName = '', title = '']: string[]): Promise<void> {
  const { kind, release: version, instance, link, at, key } = options
  const time = at === undefined ? {} : { at: parseTime('--at', at, run.io.timeZone) }
  const { events } = await run.omen()
  const event = await events.add(
    { projectName, kind, title, version, instances: instance, link, ...time },
    key === undefined ? {} : { idempotencyKey: key },
  )
  run.result({ success: true, event }, () => renderEvents([event], run))
}
