import type { Command } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'

/** `omen whoami` */
export function whoami(cli: Cli): Command {
  return describeCommand('whoami', {
    summary: 'show who is signed in, and where',
    examples: [{ run: 'omen whoami', does: 'account, server, origin of the token; exits with 4 if not signed in' }],
  }).action(act(cli, runWhoami))
}

async function runWhoami(run: Run): Promise<void> {
  const connection = await run.connection()
  const omen = await run.omen()
  const { user, scopes } = await omen.accounts.session()
  const { url, source, profileName } = connection
  const origin = source === 'profile' ? `profile ${profileName}` : 'OMEN_TOKEN'
  const json = { success: true, url, source, profile: source === 'profile' ? profileName : undefined, user, scopes }
  run.result(
    json,
    () => `${user.userName} (${user.role}) on ${url}, by ${origin}${scopes ? `, may ${scopes.join(', ')}` : ''}`,
  )
}
