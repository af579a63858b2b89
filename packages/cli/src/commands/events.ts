import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { eventsList } from './events/list.ts'
import { eventsPost } from './events/post.ts'
import { eventsRemove } from './events/remove.ts'

/** `omen events` */
export function events(cli: Cli): Command {
  return describeCommand('events', {
    summary: 'what changed in a project: post, list, remove',
    examples: [
      { run: 'omen events list shop', does: 'deployments and other changes, the latest first' },
      { run: 'omen events post shop "checkout 2.4.1 deployed" --release 2.4.1', does: 'from a pipeline' },
      { run: 'omen events remove ev_0mCGRZTx9Kfd', does: 'one that was reported by mistake' },
    ],
  })
    .addCommand(eventsList(cli))
    .addCommand(eventsPost(cli))
    .addCommand(eventsRemove(cli))
}
