import type { Connector } from '@omen/sdk'
import { connectors } from '@omen/sdk/connectors'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { SECRET_HELP } from '../../io/read-secret.ts'
import { sendFields } from '../../io/send-fields.ts'
import { renderConnection } from '../../render/connection.ts'
import { addFieldOptions, readFields, type TypedOptions } from './field-options.ts'

const every = Object.keys(connectors) as Connector[]

/** `omen projects connection` */
export function projectsConnection(cli: Cli): Command {
  const command = describeCommand('connection', {
    summary: 'show what a project fetches and how far it has come; change keys or queries',
    description: `Without options: shows the connection, without secrets. With options: changes these fields after a test; the others stay, and so does what was fetched. ${SECRET_HELP}`,
    examples: [
      { run: 'omen projects connection shop', does: 'what it fetches, and what stands in its way' },
      { run: 'omen projects connection shop --apikey env:DD_API_KEY', does: 'a new key' },
      {
        run: 'omen projects connection shop --query node_load1 --query node_load5',
        does: 'these queries in place of those before',
      },
      { run: "omen projects connection shop --tenant ''", does: 'takes a field away that it can do without' },
      { run: 'omen projects test shop --query node_load5', does: 'tries a change without keeping it' },
    ],
  }).argument('<project>', 'name')
  return addFieldOptions(command, every).action(act<TypedOptions>(cli, runConnection))
}

async function runConnection(run: Run, options: TypedOptions, [name = '']: string[]): Promise<void> {
  const fields = await readFields(run, options, every)
  const omen = await run.omen()
  const isChange = Object.keys(fields).length > 0
  const connection = isChange
    ? await sendFields(omen, fields, { isKept: true }, (sent) => omen.projects.changeConnection(name, sent))
    : await omen.projects.connection(name)
  run.result({ success: true, connection }, () => renderConnection(connection, run))
  if (isChange) run.note(`The connection of ${name} is changed; what was fetched stays.`)
}
