import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { integrationsAdd } from './integrations/add.ts'
import { integrationsDeliveries } from './integrations/deliveries.ts'
import { integrationsList } from './integrations/list.ts'
import { integrationsRemove } from './integrations/remove.ts'
import { integrationsTest } from './integrations/test.ts'

/** `omen integrations` */
export function integrations(cli: Cli): Command {
  return describeCommand('integrations', {
    summary: 'where alerts go: list, add, test, remove, deliveries',
    examples: [
      { run: 'omen integrations', does: 'lists them, with what came of the last delivery' },
      { run: 'omen integrations add slack on-call', does: 'asks for the address of the incoming webhook' },
      { run: 'omen integrations test on-call', does: 'sends a test, and says what came of it' },
      { run: 'omen integrations deliveries --state failed', does: 'what did not arrive, and why' },
      { run: 'omen integrations remove on-call', does: 'asks first' },
    ],
  })
    .addCommand(integrationsList(cli))
    .addCommand(integrationsAdd(cli))
    .addCommand(integrationsTest(cli))
    .addCommand(integrationsRemove(cli))
    .addCommand(integrationsDeliveries(cli))
}
