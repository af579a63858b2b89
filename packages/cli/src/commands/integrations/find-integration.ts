import type { Integration, IntegrationProvider, Omen } from '@omen/sdk'
import { Option } from 'commander'
import { EXIT_CODE } from '../../exit-code.ts'
import { CliError } from '../../failures.ts'

/** The services that alerts can be sent to. */
export const PROVIDERS: readonly IntegrationProvider[] = ['slack', 'webhook', 'pagerduty', 'teams', 'email']

/** `--provider`, where a name alone is not enough. */
export function providerOption(): Option {
  return new Option('--provider <name>', 'where several have the name').choices(PROVIDERS)
}

/** The integration of a name, whatever its case. */
export async function findIntegration(
  { integrations }: Omen,
  name: string,
  provider: IntegrationProvider | undefined,
): Promise<Integration> {
  const found = (await integrations.list()).filter(
    (one) => one.account.toLowerCase() === name.toLowerCase() && (provider === undefined || one.provider === provider),
  )
  const [integration] = found
  if (integration && found.length === 1) return integration
  const message = integration
    ? `${found.length} integrations are called "${name}"`
    : `There is no integration "${name}"`
  const hint = integration
    ? `Give --provider ${found.map((one) => one.provider).join(' or ')}.`
    : '"omen integrations" lists them.'
  throw new CliError(message, { code: integration ? 'CONFLICT' : 'NOT_FOUND', exit: EXIT_CODE.failed, hint })
}
