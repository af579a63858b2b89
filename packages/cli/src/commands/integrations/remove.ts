import type { IntegrationProvider } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { requireYes } from '../../io/require-yes.ts'
import { plain } from '../../render/plain.ts'
import { findIntegration, providerOption } from './find-integration.ts'

interface RemoveOptions {
  provider?: IntegrationProvider
  yes?: boolean
}

/** `omen integrations remove` */
export function integrationsRemove(cli: Cli): Command {
  return describeCommand('remove', {
    summary: 'remove an integration; what still waits for it is not sent',
    examples: [{ run: 'omen integrations remove on-call', does: 'asks first' }],
  })
    .argument('<name>', 'the integration')
    .addOption(providerOption())
    .option('-y, --yes', 'do not ask')
    .action(act<RemoveOptions>(cli, runRemove))
}

async function runRemove(run: Run, options: RemoveOptions, [name = '']: string[]): Promise<void> {
  const omen = await run.omen()
  const { id, provider, account, hint } = await findIntegration(omen, name, options.provider)
  await requireYes(run, options.yes, `Remove ${account} (${provider}, ${hint})?`)
  await omen.integrations.delete({ provider, account })
  run.result({ success: true, removed: id }, () => `Removed ${plain(account)} (${provider}).`)
}
