import { chmod, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { makeFolder } from './make-folder.ts'
import { readIfThere } from './read-if-there.ts'

/** A server and the token for it. Never a password. */
export interface Profile {
  url: string
  userName: string
  token: string
  /** Id of the token if `omen login` created it, so that logout can revoke it. */
  tokenId?: string
  /** Epoch milliseconds. */
  expiresAt?: number
}

interface ProfileFile {
  version: 1
  profiles: Record<string, Profile>
}

/** Profiles by name, in one file that only its owner can read. */
export interface ProfileStore {
  readonly path: string
  read(name: string): Promise<Profile | undefined>
  /** All profiles by name. */
  list(): Promise<Readonly<Record<string, Profile>>>
  write(name: string, profile: Profile): Promise<void>
  /** Removes a profile; returns false if there was none. */
  remove(name: string): Promise<boolean>
}

/** The profiles in a folder; folder and file are created with modes 700 and 600 on the first write. */
export function profileStore(folder: string): ProfileStore {
  const path = join(folder, 'profiles.json')
  const load = async () => parse(path, (await readIfThere(path))?.toString('utf8'))
  const save = (file: ProfileFile) => writePrivately(folder, path, `${JSON.stringify(file, null, 2)}\n`)
  return {
    path,
    read: async (name) => (await load()).profiles[name],
    list: async () => (await load()).profiles,
    async write(name, profile) {
      const file = await load()
      await save({ ...file, profiles: { ...file.profiles, [name]: profile } })
    },
    async remove(name) {
      const { profiles, version } = await load()
      const { [name]: gone, ...rest } = profiles
      if (gone) await save({ version, profiles: rest })
      return gone !== undefined
    },
  }
}

function parse(path: string, text: string | undefined): ProfileFile {
  if (text === undefined) return { version: 1, profiles: {} }
  let hint = 'Fix it, or remove it and sign in again with "omen login".'
  try {
    const file = JSON.parse(text) as ProfileFile
    if (file.version === 1 && typeof file.profiles === 'object') return file
    if (file.version > 1) hint = 'A later version of omen wrote it: use that version.'
  } catch {
    // Reported below, with a hint.
  }
  throw new CliError(`${path} is not a file of profiles`, { code: 'BAD_PROFILE_FILE', exit: EXIT_CODE.failed, hint })
}

/** Written to a temporary file and renamed, so that a crash leaves the old one; the mode is set before the content. */
async function writePrivately(folder: string, path: string, text: string): Promise<void> {
  await makeFolder(folder)
  await chmod(folder, 0o700)
  const beside = `${path}.${process.pid}.new`
  await writeFile(beside, text, { mode: 0o600 })
  await rename(beside, path)
}
