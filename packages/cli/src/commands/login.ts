import { ApiProblem, type Omen } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import { type Connection, connect, connectWithCookies } from '../io/client.ts'
import { configFolder } from '../io/folders.ts'
import { type Profile, profileStore } from '../io/profile-store.ts'
import { ask, askSecret, readSecretFromStdin, readStdin } from '../io/prompt.ts'
import { apiBase, normalAddress } from '../io/server-address.ts'
import { usableToken } from '../io/usable-token.ts'
import { timeWriter } from '../render/clock-times.ts'

interface LoginOptions {
  user?: string
  passwordStdin?: boolean
  token?: string
  days: string
}

/** `omen login` */
export function login(cli: Cli): Command {
  return describeCommand('login', {
    summary: 'sign in to a server',
    description:
      'Signs in and keeps an access token in a profile that only you can read. The password is not kept: it is used ' +
      'once, to make the token (scopes read, upload, manage and publish), which "omen logout" revokes.',
    examples: [
      { run: 'omen login', does: 'asks for server, account and password' },
      { run: 'omen login --url https://omen.example.org --profile work', does: 'signs in to a second server' },
      { run: 'printenv PASSWORD | omen login --user alice1 --password-stdin', does: 'signs in from a script' },
      { run: 'printenv TOKEN | omen login --token -', does: 'keeps a token made on the account page' },
    ],
  })
    .option('--user <name>', 'account, e-mail address or mobile number')
    .option('--password-stdin', 'read the password from standard input')
    .option('--token <token>', 'keep this token instead; "-" reads it from standard input')
    .option('--days <n>', 'how long the new token lasts', '365')
    .action(act<LoginOptions>(cli, runLogin))
}

async function runLogin(run: Run, options: LoginOptions): Promise<void> {
  const current = await run.connection()
  const given = options.token !== undefined || options.passwordStdin || options.user !== undefined
  const asked = run.interactive && !given ? await ask(run.io, 'Server', current.url) : current.url
  const connection = { ...current, url: normalAddress(asked) }
  const profile =
    options.token === undefined
      ? await withPassword(run, connection, options).catch(explainNotFound(connection.url))
      : await withToken(run, connection, options.token).catch(explainNotFound(connection.url))
  await profileStore(configFolder(run.io)).write(connection.profileName, profile)
  const { token: _, ...shown } = profile
  run.result({ success: true, profile: connection.profileName, ...shown }, () => {
    const until = profile.expiresAt === undefined ? '' : `, until ${day(run, profile.expiresAt)}`
    return `Signed in to ${profile.url} as ${profile.userName} (profile ${connection.profileName}${until}).`
  })
  if (run.io.env.OMEN_TOKEN) run.note('OMEN_TOKEN is set and overrides this profile.')
}

/** Every server has the operations that sign in: if they are not found, its API has another path. */
function explainNotFound(url: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiProblem && error.code === 'NOT_FOUND')) throw error
    const hint = 'If the server sets OMEN_API_BASE, give the whole address, like --url https://omen.example/omen/api/.'
    throw new CliError(`There is no API of Omen at ${apiBase(url)}`, { code: error.code, exit: EXIT_CODE.failed, hint })
  }
}

function day({ io }: Run, epochMs: number): string {
  return timeWriter(io.timeZone, { from: epochMs, to: epochMs }).full(epochMs).slice(0, 10)
}

async function withToken(run: Run, { url }: Connection, given: string): Promise<Profile> {
  const token =
    given === '-'
      ? usableToken('The token on standard input', await readStdin(run.io))
      : usableToken('The token of --token', given)
  const { user } = await (await connect(run.io, { url, token })).accounts.session()
  return { url, userName: user.userName, token }
}

async function withPassword(run: Run, connection: Connection, options: LoginOptions): Promise<Profile> {
  const { user: userName, password } = await credentials(run, options)
  const days = Number(options.days)
  if (!Number.isInteger(days) || days < 1) throw new UsageError('--days must be a whole number from 1')
  const omen = await connectWithCookies(run.io, connection.url)
  const { user } = await omen.accounts.login({ userName, password })
  try {
    return await makeToken(run, omen, connection, user.userName, days)
  } finally {
    await omen.accounts.logout().catch(() => undefined)
  }
}

async function credentials(run: Run, options: LoginOptions): Promise<{ user: string; password: string }> {
  if (options.passwordStdin) {
    if (options.user === undefined) throw new UsageError('--password-stdin needs --user')
    return { user: options.user, password: await readSecretFromStdin(run.io) }
  }
  if (!run.interactive) {
    const hint = 'Give --user NAME --password-stdin, or --token TOKEN.'
    throw new UsageError('There is no terminal to ask for the password', hint)
  }
  const user = options.user ?? (await ask(run.io, 'Account, e-mail or mobile'))
  return { user, password: await askSecret(run.io, 'Password') }
}

async function makeToken(
  run: Run,
  omen: Omen,
  connection: Connection,
  userName: string,
  days: number,
): Promise<Profile> {
  const { url, profile: before } = connection
  const expiresAt = run.io.clock.now() + days * 86_400_000
  const name = `omen on ${run.io.hostName}`.slice(0, 100)
  const { token, secret } = await omen.tokens.create({
    name,
    scopes: ['read', 'upload', 'manage', 'publish'],
    expiresAt,
  })
  const replaced = before?.tokenId !== undefined && before.userName === userName && before.url === url
  // The replaced token would otherwise stay valid unnoticed.
  if (replaced) await omen.tokens.revoke(before.tokenId!).catch(() => undefined)
  return { url, userName, token: secret, tokenId: token.id, expiresAt }
}
