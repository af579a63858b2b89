import { join } from 'node:path'
import type { Command } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { configFolder, stateFolder } from '../io/folders.ts'
import { localeOf } from '../io/locale.ts'
import { profileStore } from '../io/profile-store.ts'
import { proxyAddress } from '../io/proxy.ts'
import { renderConfig } from '../render/config.ts'
import { version } from '../version.ts'

/** `omen config` */
export function config(cli: Cli): Command {
  return describeCommand('config', {
    summary: 'show the settings in effect, and where each comes from',
    description:
      'Shows which server, token and proxy are used and why, the profiles, the folders, and the language. Asks no server ' +
      'and shows no secret. "omen login" and "omen logout" change profiles; the rest is set by options and environment.',
    examples: [
      { run: 'omen config', does: 'why a command talks to that server' },
      { run: 'omen config --fields url,proxy', does: 'two of the settings, for a script' },
    ],
  }).action(act(cli, runConfig))
}

async function runConfig(run: Run): Promise<void> {
  const { url, urlFrom, profileName, source } = await run.connection()
  const store = profileStore(configFolder(run.io))
  const profiles = Object.entries(await store.list()).map(([name, profile]) => {
    const { token: _, tokenId: __, ...shown } = profile
    return { name, ...shown, isUsed: name === profileName }
  })
  const settings = {
    version,
    node: process.versions.node,
    url,
    urlFrom,
    profile: profileName,
    token: source ?? 'none',
    proxy: proxyAddress(url) ?? 'none',
    language: localeOf(run.io),
    extraCertificates: run.io.env.NODE_EXTRA_CA_CERTS ?? 'none',
    timeZone: run.io.timeZone,
    profileFile: store.path,
    journals: join(stateFolder(run.io), 'journals'),
  }
  run.result({ success: true, ...settings, profiles }, () => renderConfig(settings, profiles, run))
}
