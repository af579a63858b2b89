import type { IntegrationProvider } from '@omen/sdk'
import { Argument, type Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { UsageError } from '../../failures.ts'
import { askSecret } from '../../io/prompt.ts'
import { readSecret, SECRET_HELP } from '../../io/read-secret.ts'
import { renderIntegrations } from '../../render/integrations.ts'
import { PROVIDERS } from './find-integration.ts'

interface AddOptions {
  key?: string
  endpoint?: string
  project?: string[]
  escalation?: boolean
}

const KEY_NAMES: Readonly<Record<IntegrationProvider, string>> = {
  slack: 'Address of the incoming webhook',
  webhook: 'Address',
  pagerduty: 'Routing key (Events API v2)',
  teams: 'Address of the workflow',
  email: 'Mail address',
}

/** `omen integrations add` */
export function integrationsAdd(cli: Cli): Command {
  return describeCommand('add', {
    summary: 'add an integration; its address or key is asked for, and never shown again',
    description: `Alerts of all your projects go there, or of those that --project names. The secret that signs what a webhook gets is printed once. ${SECRET_HELP}`,
    examples: [
      { run: 'omen integrations add slack on-call', does: 'asks for the address of the incoming webhook' },
      { run: 'omen integrations add pagerduty sre --key env:ROUTING_KEY', does: 'from a script' },
      {
        run: 'omen integrations add webhook hub --key @hub.address --project shop --jq .signingSecret',
        does: 'only the secret, for the receiver',
      },
      {
        run: 'omen integrations add email boss --key boss@example.com --escalation',
        does: 'only what nobody acknowledged',
      },
    ],
  })
    .addArgument(new Argument('<provider>', 'what receives the alerts').choices(PROVIDERS))
    .argument('<name>', 'what you call it')
    .option('--key <key>', 'address or key, as a secret is given (default: it is asked for)')
    .option('--endpoint <address>', 'of pagerduty: https://events.eu.pagerduty.com/v2/enqueue, or a gateway')
    .option('--project <names...>', 'alerts of these projects only')
    .option('--escalation', 'only alerts that nobody acknowledged in time')
    .action(act<AddOptions>(cli, runAdd))
}

async function runAdd(run: Run, options: AddOptions, [provider = '', account = '']: string[]): Promise<void> {
  const serviceKey = await readKey(run, provider as IntegrationProvider, options.key)
  const { integrations } = await run.omen()
  const added = await integrations.add({
    provider: provider as IntegrationProvider,
    account,
    serviceKey,
    endpoint: options.endpoint,
    projectNames: options.project,
    isForEscalation: options.escalation,
  })
  run.result({ success: true, ...added }, () =>
    [
      renderIntegrations([added.integration], run),
      ...(added.signingSecret === undefined ? [] : [added.signingSecret]),
    ].join('\n'),
  )
  if (added.signingSecret !== undefined) run.note('The secret signs what the webhook gets. It is not shown again.')
  run.note(`Try it with "omen integrations test ${account}".`)
}

async function readKey(run: Run, provider: IntegrationProvider, given: string | undefined): Promise<string> {
  if (given === undefined && !run.interactive)
    throw new UsageError('There is no terminal to ask for the address or key', 'Give --key, or --key - and pipe it in.')
  // A mail address is no secret
  if (given !== undefined) return provider === 'email' && given !== '-' ? given : readSecret(run, '--key', given)
  const key = (await askSecret(run.io, KEY_NAMES[provider])).trim()
  if (key === '') throw new UsageError('The address or key is empty')
  return key
}
