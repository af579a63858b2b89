import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { projectsAdd } from './projects/add.ts'
import { projectsAlerts } from './projects/alerts.ts'
import { projectsBackfill } from './projects/backfill.ts'
import { projectsConnection } from './projects/connection.ts'
import { projectsKeys } from './projects/keys.ts'
import { projectsList } from './projects/list.ts'
import { projectsMembers } from './projects/members.ts'
import { projectsModel } from './projects/model.ts'
import { projectsRemove } from './projects/remove.ts'
import { projectsShow } from './projects/show.ts'
import { projectsTest } from './projects/test.ts'
import { projectsUpdate } from './projects/update.ts'

/** `omen projects` */
export function projects(cli: Cli): Command {
  return describeCommand('projects', {
    summary:
      'projects that collect: list, add, show, model, update, remove, alerts, members, keys, test, connection, backfill',
    examples: [
      { run: 'omen projects', does: 'lists them' },
      { run: 'omen projects add shop --every 10s', does: 'prints its ingest key once' },
      { run: 'omen projects add datadog shop --help', does: 'how to fetch from Datadog' },
      { run: 'omen projects show shop', does: 'its state, and what to do' },
      { run: 'omen projects model shop', does: 'what it has learned' },
      { run: 'omen projects update shop --retention 30', does: 'keeps its data for 30 days' },
      { run: 'omen projects alerts shop', does: 'when and to whom its incidents are sent' },
      { run: 'omen projects members shop --set bobby1', does: 'shares it' },
      { run: 'omen projects keys list shop', does: 'who may send to it' },
      { run: 'omen projects connection shop', does: 'what it fetches, and how far it has come' },
      { run: 'omen projects remove shop --dry-run', does: 'says what would be lost' },
    ],
  })
    .addCommand(projectsList(cli))
    .addCommand(projectsAdd(cli))
    .addCommand(projectsShow(cli))
    .addCommand(projectsModel(cli))
    .addCommand(projectsUpdate(cli))
    .addCommand(projectsAlerts(cli))
    .addCommand(projectsMembers(cli))
    .addCommand(projectsKeys(cli))
    .addCommand(projectsTest(cli))
    .addCommand(projectsConnection(cli))
    .addCommand(projectsBackfill(cli))
    .addCommand(projectsRemove(cli))
}
