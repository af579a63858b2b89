import { type SpawnOptions, spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The user that PostgreSQL's programs run as. */
export interface Identity {
  /** Command prefix, before the program. */
  readonly prefix: readonly string[]
  readonly options: Pick<SpawnOptions, 'uid' | 'gid'>
  /** The owner that the data must have; undefined where it stays as it is. */
  readonly owner?: { readonly uid: number; readonly gid: number }
}

const NOBODY = 65534
const MAPPED = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

/**
 * PostgreSQL refuses to run as root. A user namespace in which root is called nobody satisfies it, changes no owner and works
 * below a folder that only root may enter. Containers often refuse namespaces: there it runs as another user.
 */
export function chooseIdentity({ isRoot = process.getuid?.() === 0, canMap = canMapUsers } = {}): Identity {
  if (!isRoot) return { prefix: [], options: {} }
  if (canMap()) return { prefix: MAPPED, options: {} }
  const owner = findUnprivileged()
  return { prefix: [], options: owner, owner }
}

/** Throws a readable error if the other user cannot reach a path: PostgreSQL checks access as that user, not as root. */
export function requireReachable(identity: Identity, paths: readonly string[]): void {
  if (!identity.owner) return
  const blocked = paths.flatMap(foldersAbove).find((folder) => !isEnterable(folder, identity.options))
  if (blocked === undefined) return
  throw new Error(
    `PostgreSQL refuses to run as root, user namespaces are refused here, and user ${identity.owner.uid} may not enter ${blocked}. Run Omen as another user, or put it and OMEN_DATA below folders that others may enter.`,
  )
}

function canMapUsers(): boolean {
  return spawnSync(MAPPED[0]!, [...MAPPED.slice(1), 'true'], { stdio: 'ignore' }).status === 0
}

function findUnprivileged(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return user ? { uid: Number(user[2]), gid: Number(user[3]) } : { uid: NOBODY, gid: NOBODY }
}

function foldersAbove(path: string): string[] {
  const above: string[] = []
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    above.unshift(folder)
    if (folder === dirname(folder)) return above
  }
}

function isEnterable(folder: string, as: Pick<SpawnOptions, 'uid' | 'gid'>): boolean {
  accessSync(folder, constants.F_OK)
  return spawnSync('test', ['-x', folder], { ...as, stdio: 'ignore' }).status === 0
}
