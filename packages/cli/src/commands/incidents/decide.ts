import type { Incidents } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { EXIT_CODE } from '../../exit-code.ts'
import { CliError } from '../../failures.ts'

type Action = keyof Pick<Incidents, 'acknowledge' | 'resolve' | 'reopen'>

const SUMMARIES: Readonly<Record<Action, string>> = {
  acknowledge: 'say that somebody looks after an incident: it is not sent again',
  resolve: 'say that an incident is over, although its findings last',
  reopen: 'take an acknowledgment or a resolution back',
}

/** `omen incidents acknowledge`, `resolve`, `reopen` */
export function decideIncident(cli: Cli, action: Action): Command {
  const command = describeCommand(action, {
    summary: SUMMARIES[action],
    examples: [{ run: `omen incidents ${action} in_Zk3f9 --note "disk is being replaced"`, does: 'with a note' }],
  })
    .argument('<id>', 'of an incident of a project, as alerts and the dashboard name it')
    .option('--note <text>', 'why')
    .action(act<{ note?: string }>(cli, (run, { note }, [id = '']) => runDecision(run, { action, id, note })))
  return action === 'acknowledge' ? command.alias('ack') : command
}

async function runDecision(
  run: Run,
  { action, id, note }: { action: Action; id: string; note: string | undefined },
): Promise<void> {
  const incident = await (await run.omen()).incidents[action](id, note)
  if (action === 'reopen' && incident.state === 'resolved')
    throw new CliError(
      `${id} of ${incident.projectName} cannot be reopened: it is resolved because its findings are over`,
      {
        code: 'CONFLICT',
        exit: EXIT_CODE.failed,
      },
    )
  const by = incident.decidedBy === null ? '' : ` by ${incident.decidedBy}`
  run.result({ success: true, incident }, () => `${id} of ${incident.projectName} is ${incident.state}${by}.`)
}
