import type { Command } from 'commander'
import type { Cli } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { projectsAddKind } from './add-kind.ts'
import { KINDS } from './kinds.ts'
import { addSendingProject, type SendingOptions } from './send-to.ts'
import { addSettingsOptions } from './settings.ts'

/** `omen projects add`, of a project that is sent to, and with a kind of one that fetches. */
export function projectsAdd(cli: Cli): Command {
  const command = describeCommand('add', {
    summary: 'add a project that data is sent to, or one that fetches it',
    description:
      'Adds a project that data is sent to, and prints its ingest key once. With a kind (datadog, newrelic, amazon, google, ' +
      'log, custom) before the name: one that fetches its data from there. A project that is itself called like a kind is ' +
      'added with "custom" before its name.',
    examples: [
      { run: 'omen projects add shop', does: 'metrics that are sent to it, a sample a minute' },
      {
        run: 'omen projects add shop --every 10s --retention 30',
        does: 'a sample every ten seconds, kept for 30 days',
      },
      { run: 'omen projects add shop-logs --logs', does: 'log lines' },
      { run: 'omen projects add shop --jq .secret', does: 'only the secret of the key, for a script' },
      { run: 'omen projects add datadog shop --help', does: 'how to fetch from Datadog' },
      { run: 'omen projects add custom datadog', does: 'one that is sent to, and is called "datadog"' },
    ],
  })
    .argument('<name>', 'name of the project')
    .option('--logs', 'log lines instead of metrics')
  addSettingsOptions(command).action(
    act<SendingOptions>(cli, (run, options, [name = '']) => addSendingProject(run, 'custom', options, name)),
  )
  for (const kind of KINDS) command.addCommand(projectsAddKind(cli, kind))
  return command
}
