import type { DeliveryState, IntegrationProvider } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { loadList, type PageOptions } from '../../io/load-list.ts'
import { addPageOptions } from '../../options.ts'
import { renderDeliveries } from '../../render/integrations.ts'
import { providerOption } from './find-integration.ts'

interface DeliveriesOptions extends PageOptions {
  provider?: IntegrationProvider
  state?: DeliveryState
}

const STATES: readonly DeliveryState[] = ['waiting', 'sent', 'failed', 'stopped']

/** `omen integrations deliveries` */
export function integrationsDeliveries(cli: Cli): Command {
  const command = describeCommand('deliveries', {
    summary: 'what was sent to integrations and recipients, and what came of it',
    examples: [
      { run: 'omen integrations deliveries', does: 'newest first' },
      { run: 'omen integrations deliveries on-call --state failed', does: 'what one of them did not get, and why' },
      { run: 'omen integrations deliveries --provider email', does: 'mail, also to recipients of projects' },
    ],
  })
    .argument('[name]', 'only one integration')
    .addOption(providerOption())
    .addOption(new Option('--state <state>', 'only in this state').choices(STATES))
  return addPageOptions(command).action(act<DeliveriesOptions>(cli, runDeliveries))
}

async function runDeliveries(run: Run, options: DeliveriesOptions, [account]: string[]): Promise<void> {
  const { integrations } = await run.omen()
  const { provider, state, ...page } = options
  const list = await loadList(page, (query) => integrations.deliveries({ ...query, provider, state, account }))
  run.result({ success: true, deliveries: list.items, page: list.page }, () => renderDeliveries(list.items, run))
  run.note(list.remark('delivery', 'Nothing was sent so far.', 'deliveries'))
}
