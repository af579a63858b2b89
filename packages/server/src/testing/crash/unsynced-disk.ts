import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CHILD_LIMITS } from '../child-limits.ts'
import type { Disk } from './disk.ts'
import { type Inventory, newFolder, replay, type StoredFile, type StoredFolder } from './unsynced-log.ts'

const source = fileURLToPath(new URL('./unsynced.c', import.meta.url))

/** Why the layer cannot be had on this machine; undefined where it can. */
export function whyNoUnsyncedDisk(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.arch !== 'x64' && process.arch !== 'arm64') return 'it needs x86-64 or arm64'
  if (!/^Seccomp:/m.test(readFileSync('/proc/self/status', 'utf8'))) return 'it needs a kernel with seccomp'
  const check = spawnSync('cc', ['-fsyntax-only', source], { ...CHILD_LIMITS, encoding: 'utf8' })
  return check.status === 0 ? undefined : `it needs a C compiler: ${check.error?.message ?? check.stderr}`
}

/** A folder below which processes with its environment lose what they did not sync. */
export function createUnsyncedDisk(): Disk {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'omen-unsynced-')))
  const [folder, log, removed] = [join(root, 'disk'), join(root, 'log'), join(root, 'removed')]
  const library = join(root, 'unsynced.so')
  run('cc', '-O1', '-shared', '-fPIC', '-Wl,-z,initfirst', '-o', library, source)
  mkdirSync(folder)
  // PostgreSQL may be another user.
  chmodSync(root, 0o711)
  const empty = (): void => {
    rmSync(removed, { recursive: true, force: true })
    rmSync(`${log}.cut`, { force: true })
    mkdirSync(removed)
    chmodSync(removed, 0o777)
    writeFileSync(log, '')
    chmodSync(log, 0o666)
  }
  empty()
  let before = takeInventory(folder).inventory
  return {
    folder,
    environment: { LD_PRELOAD: library, UNSYNCED_FOLDER: root },
    // Under the lock, so that no change is half noted.
    cut: () => run('flock', log, 'mv', log, `${log}.cut`),
    async restore() {
      await endUsers(library)
      replay(before, readFileSync(`${log}.cut`))
      const { inventory, paths } = takeInventory(folder)
      requireSameNames(before.root, inventory.root, folder)
      const restored = `${folder}.restored`
      restoreFolder(before.root, restored, (inode) => paths.get(inode) ?? join(removed, inode))
      rmSync(folder, { recursive: true })
      renameSync(restored, folder)
      empty()
      before = takeInventory(folder).inventory
    },
    async close() {
      await endUsers(library)
      rmSync(root, { recursive: true })
    },
  }
}

function run(command: string, ...args: string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { ...CHILD_LIMITS, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`)
}

async function endUsers(library: string): Promise<void> {
  const ended = new Set<string>()
  for (let attempt = 0; ; attempt++) {
    const users = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && usesLibrary(pid, library))
    if (users.length === 0) return freeSharedMemory(ended)
    if (attempt > 500) throw new Error(`processes ${users.join(', ')} do not end`)
    for (const pid of users) spawnSync('kill', ['-9', pid], CHILD_LIMITS)
    for (const pid of users) ended.add(pid)
    await setTimeout(20)
  }
}

/** PostgreSQL leaves a segment of System V behind when it is killed; a power cut would not. */
function freeSharedMemory(creators: ReadonlySet<string>): void {
  const segments = readFileSync('/proc/sysvipc/shm', 'utf8').trim().split('\n').slice(1)
  for (const segment of segments) {
    const [, id, , , creator] = segment.trim().split(/\s+/) as [string, string, string, string, string]
    if (creators.has(creator)) spawnSync('ipcrm', ['-m', id], CHILD_LIMITS)
  }
}

/** A process may have ended meanwhile. */
function usesLibrary(pid: string, library: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8').includes(library)
  } catch {
    return false
  }
}

/** Everything below a folder as durable, and one path of every file. Sockets are not stored. */
function takeInventory(folder: string): { inventory: Inventory; paths: Map<string, string> } {
  const paths = new Map<string, string>()
  const files = new Map<string, StoredFile>()
  const folders = new Map<string, StoredFolder>()
  const take = (path: string): StoredFile | StoredFolder => {
    const { ino, mode, uid, gid } = lstatSync(path, { bigint: true })
    const inode = String(ino)
    if (lstatSync(path).isDirectory()) {
      const found = newFolder({ mode: Number(mode), user: Number(uid), group: Number(gid) })
      folders.set(inode, found)
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        if (entry.isSocket()) continue
        const inner = take(join(path, entry.name))
        found.live.set(entry.name, inner)
        if (inner.kind === 'folder') inner.parent = found
      }
      found.durable = new Map(found.live)
      return found
    }
    paths.set(inode, path)
    if (!files.has(inode)) files.set(inode, { kind: 'file', inode, unsynced: [] })
    return files.get(inode)!
  }
  const root = take(folder) as StoredFolder
  return { inventory: { root, files, folders }, paths }
}

/** The names that the log gives must be those that are there, or some change escaped the layer. */
function requireSameNames(logged: StoredFolder, found: StoredFolder, path: string): void {
  const names = new Set([...logged.live.keys(), ...found.live.keys()])
  for (const name of names) {
    const [expected, actual] = [logged.live.get(name), found.live.get(name)]
    const inner = join(path, name)
    if (expected?.kind === 'folder' && actual?.kind === 'folder') requireSameNames(expected, actual, inner)
    else if (expected?.kind !== 'file' || actual?.kind !== 'file' || expected.inode !== actual.inode)
      throw new Error(`a change to ${inner} escaped the layer`)
    if (actual?.kind === 'folder' && expected?.kind === 'folder') expected.owner = actual.owner
  }
}

function restoreFolder(folder: StoredFolder, path: string, pathOf: (inode: string) => string): void {
  mkdirSync(path)
  for (const [name, inner] of folder.durable) {
    const target = join(path, name)
    if (inner.kind === 'folder') restoreFolder(inner, target, pathOf)
    else {
      linkSync(pathOf(inner.inode), target)
      undo(inner, target)
    }
  }
  chownSync(path, folder.owner.user, folder.owner.group)
  chmodSync(path, folder.owner.mode & 0o7777)
}

function undo(file: StoredFile, path: string): void {
  if (file.unsynced.length === 0) return
  const handle = openSync(path, 'r+')
  for (const { bytes, offset, size } of file.unsynced.reverse()) {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at, offset + at)
    ftruncateSync(handle, size)
  }
  closeSync(handle)
  file.unsynced = []
}
