import { createOmen, type Locale, memoryCsrf, type Omen } from '@omen/sdk'
import { cookieFetch, nodeFetch } from '@omen/sdk/node'
import { NotSignedInError } from '../failures.ts'
import { version } from '../version.ts'
import { configFolder } from './folders.ts'
import type { Io } from './io.ts'
import { localeOf } from './locale.ts'
import { type Profile, profileStore } from './profile-store.ts'
import { proxyFor } from './proxy.ts'
import { readVariable } from './read-variable.ts'
import { apiBase, DEFAULT_URL, normalAddress } from './server-address.ts'
import { usableToken } from './usable-token.ts'

/** Options of the command line for the server; they override the environment and the profile. */
export interface Target {
  url?: string | undefined
  profile?: string | undefined
}

/** Server and credentials that a command works with, and where they come from. */
export interface Connection {
  url: string
  /** Where the address comes from. */
  urlFrom: '--url' | 'OMEN_URL' | 'profile' | 'default'
  profileName: string
  profile: Profile | undefined
  token: string | undefined
  /** Where the token comes from. */
  source: 'OMEN_TOKEN' | 'profile' | undefined
}

/**
 * Address: `--url`, `OMEN_URL`, the profile, the default. Token: `OMEN_TOKEN`, the profile. A profile's token goes to the
 * profile's own server only, so that another address never sees it. Profiles that cannot be read are an error only where
 * one is named or needed. A variable that is set to nothing is an error: another account would be used unnoticed.
 */
export async function findConnection(io: Io, target: Target): Promise<Connection> {
  const named = target.profile ?? readVariable(io, 'OMEN_PROFILE')
  const profileName = named ?? 'default'
  const ofEnvironment = { token: readVariable(io, 'OMEN_TOKEN'), url: readVariable(io, 'OMEN_URL') }
  const given = target.url ?? ofEnvironment.url
  const isNeeded = named !== undefined || ofEnvironment.token === undefined || given === undefined
  const profile = await profileStore(configFolder(io))
    .read(profileName)
    .catch((error: unknown) => {
      if (isNeeded) throw error
      return undefined
    })
  const url = normalAddress(given ?? profile?.url ?? DEFAULT_URL)
  const own = profile && normalAddress(profile.url) === url ? profile.token : undefined
  const token = ofEnvironment.token ?? own
  const urlFrom = target.url ? '--url' : ofEnvironment.url ? 'OMEN_URL' : profile ? 'profile' : 'default'
  const source = ofEnvironment.token ? 'OMEN_TOKEN' : own ? 'profile' : undefined
  return { url, urlFrom, profileName, profile, token, source }
}

/** A client that calls with the connection's token. */
export async function connect(
  io: Io,
  { url, token }: Pick<Connection, 'url' | 'token'>,
  locale: Locale = localeOf(io),
): Promise<Omen> {
  return createOmen({ ...(await clientOptions(io, url)), token, locale })
}

/** A client for one sign-in with a password; it holds the session cookie. */
export async function connectWithCookies(io: Io, url: string): Promise<Omen> {
  const { fetch, ...options } = await clientOptions(io, url)
  return createOmen({ ...options, fetch: cookieFetch(fetch) })
}

async function clientOptions(io: Io, url: string) {
  const baseUrl = apiBase(url)
  const agentFor = await proxyFor(baseUrl)
  const headers = {
    'User-Agent': `omen/${version} (${process.platform} ${process.arch}; node ${process.versions.node})`,
  }
  return {
    baseUrl,
    headers,
    agentFor,
    locale: localeOf(io),
    clock: io.clock,
    csrf: memoryCsrf(),
    fetch: nodeFetch(agentFor),
    timeoutMs: 60_000,
  }
}

/** A connection that has a token; throws with a hint if there is none, or one that cannot be sent. */
export function requireToken(connection: Connection): Connection {
  const { profile, url, profileName, token, source } = connection
  if (token && source === 'OMEN_TOKEN') return { ...connection, token: usableToken(source, token) }
  if (token) {
    const hint = `Sign in again with "omen login --url ${url} --profile ${profileName}".`
    return { ...connection, token: usableToken(`The token of profile "${profileName}"`, token, hint) }
  }
  if (!profile) throw new NotSignedInError(`Not signed in to ${url}`)
  throw new NotSignedInError(
    `Profile "${profileName}" is signed in to ${profile.url}, not to ${url}`,
    `Sign in there with "omen login --url ${url} --profile NAME", or set OMEN_TOKEN.`,
  )
}
