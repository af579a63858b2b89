import { ApiProblem } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { connect } from '../io/client.ts'
import { configFolder } from '../io/folders.ts'
import { type Profile, profileStore } from '../io/profile-store.ts'
import { reportOf } from '../report-error.ts'

/** `omen logout` */
export function logout(cli: Cli): Command {
  return describeCommand('logout', {
    summary: 'revoke the token of a profile and forget it',
    description:
      'Revokes the token of a profile and forgets the profile. Where the server cannot be reached the profile is ' +
      'forgotten all the same, and exit code 5 says that the token is still valid.',
    examples: [
      { run: 'omen logout', does: 'signs out of the default profile' },
      { run: 'omen logout --profile work', does: 'signs out of another one' },
    ],
  }).action(act(cli, runLogout))
}

async function runLogout(run: Run): Promise<void> {
  const { profileName } = await run.connection()
  const store = profileStore(configFolder(run.io))
  const profile = await store.read(profileName)
  if (profile === undefined) {
    run.result(
      { success: true, profile: profileName, revoked: false },
      () => `Profile ${profileName} is not signed in.`,
    )
    return
  }
  const left = await revoke(run, profile)
  await store.remove(profileName)
  run.result({ success: true, profile: profileName, revoked: left === undefined, reason: left }, () =>
    left === undefined
      ? `Signed out of ${profile.url}; the token is revoked.`
      : `Profile ${profileName} is forgotten, but its token is still valid: ${left}\nRevoke it on the account page of ${profile.url}.`,
  )
  if (left !== undefined) run.exitWith(EXIT_CODE.partlyFailed)
}

/** Revokes the token; returns the reason if it is still valid. */
async function revoke(run: Run, profile: Profile): Promise<string | undefined> {
  if (profile.tokenId === undefined) return 'it was not made by this program.'
  try {
    await (await connect(run.io, profile)).tokens.revoke(profile.tokenId)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiProblem)) return `${reportOf(error).message}.`
    // A token that the server no longer knows needs no revoking.
    if (error.code === 'UNAUTHENTICATED' || error.code === 'NOT_FOUND') return undefined
    return error.message
  }
}
