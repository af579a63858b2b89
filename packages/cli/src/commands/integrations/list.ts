import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { renderIntegrations } from '../../render/integrations.ts'

/** `omen integrations list`, also `omen integrations` */
export function integrationsList(cli: Cli): Command {
  return describeCommand('list', {
    summary: 'list where alerts go, without the keys',
    examples: [
      { run: 'omen integrations', does: 'with what came of the last delivery' },
      {
        run: "omen integrations --jq '.integrations[] | select(.stoppedAt) | .account'",
        does: 'those that nothing is sent to any more',
      },
    ],
  }).action(
    act(cli, async (run: Run) => {
      const integrations = await (await run.omen()).integrations.list()
      run.result({ success: true, integrations }, () => renderIntegrations(integrations, run))
      if (integrations.length === 0) run.note('No integrations. Add one with "omen integrations add PROVIDER NAME".')
    }),
  )
}
