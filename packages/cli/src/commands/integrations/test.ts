import type { IntegrationProvider } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { EXIT_CODE } from '../../exit-code.ts'
import { CliError } from '../../failures.ts'
import { plain } from '../../render/plain.ts'
import { findIntegration, providerOption } from './find-integration.ts'

interface TestOptions {
  provider?: IntegrationProvider
}

/** `omen integrations test` */
export function integrationsTest(cli: Cli): Command {
  return describeCommand('test', {
    summary: 'send a test now; exits with 1 if it did not arrive',
    description:
      'A test that arrives resumes an integration that was stopped. An alert in PagerDuty is resolved at once.',
    examples: [{ run: 'omen integrations test on-call', does: 'says what the service answered' }],
  })
    .argument('<name>', 'the integration')
    .addOption(providerOption())
    .action(act<TestOptions>(cli, runTest))
}

async function runTest(run: Run, options: TestOptions, [name = '']: string[]): Promise<void> {
  const omen = await run.omen()
  const { provider, account } = await findIntegration(omen, name, options.provider)
  const delivery = await omen.integrations.test({ provider, account })
  if (delivery.state !== 'sent')
    throw new CliError(`The test did not arrive at ${account}: ${delivery.error}`, {
      code: 'FAILED',
      exit: EXIT_CODE.failed,
    })
  run.result({ success: true, delivery }, () => `The test arrived at ${plain(account)} (${provider}).`)
}
