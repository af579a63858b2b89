import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CHILD_LIMITS } from '../child-limits.ts'
import { processesUsing } from '../processes-using.ts'
import type { Disk } from './disk.ts'

const BYTES = 4 * 1024 ** 3

/** `ioctl(EXT4_IOC_SHUTDOWN, NOLOGFLUSH)`; Perl is part of every Debian, and Node has no ioctl. */
const CUTTING =
  'open(my $f, "<", $ARGV[0]) or die $!; my $flags = pack("L", 2); ioctl($f, 0x8004587d, $flags) or die $!'

/** Why no file system can be mounted on this machine; undefined where one can. */
export function whyNotMounted(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'it needs root, to mount a file system'
  for (const [tool, ...args] of [
    ['mkfs.ext4', '-V'],
    ['perl', '-v'],
    ['losetup', '-f'],
  ])
    if (spawnSync(tool!, args, CHILD_LIMITS).status !== 0) return `it needs ${tool}`
  const trial = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], CHILD_LIMITS)
  if (trial.status !== 0) return 'it needs the right to mount'
  return undefined
}

/** An ext4 in a file, mounted so that it writes as late as it may. */
export function createMountedDisk(): Disk {
  const root = mkdtempSync(join(tmpdir(), 'omen-disk-'))
  const image = join(root, 'image')
  const folder = join(root, 'disk')
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, BYTES)
  run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=1', image)
  const mount = (): void => run('mount', '-o', 'loop,commit=300', image, folder)
  mount()
  const unmount = async (): Promise<void> => {
    await endUsers(folder)
    run('umount', folder)
  }
  return {
    folder,
    environment: {},
    cut() {
      freezeUsers(folder)
      run('perl', '-e', CUTTING, folder)
    },
    async restore() {
      await unmount()
      mount()
    },
    async close() {
      await unmount()
      rmSync(root, { recursive: true })
    },
  }
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { ...CHILD_LIMITS, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}

/**
 * No program outlives the power. To one that did, a sync that was under way when the file system was shut down may report
 * success (seen on Linux 6.18), and what it then acknowledges is lost.
 */
function freezeUsers(folder: string): void {
  signal('SIGSTOP', processesUsing(folder))
}

/** Waits until the system has forgotten them, too: PostgreSQL takes the number of a dead process for one that lives. */
async function endUsers(folder: string): Promise<void> {
  const ended = new Set<number>()
  for (let attempt = 0; ; attempt++) {
    const users = processesUsing(folder)
    for (const pid of users) ended.add(pid)
    const left = signal('SIGKILL', ended)
    if (left.length === 0) return
    if (attempt > 100) throw new Error(`processes ${left.join(', ')} do not end`)
    await setTimeout(100)
  }
}

/** Gives those that are still there. */
function signal(name: 'SIGSTOP' | 'SIGKILL', pids: Iterable<number>): number[] {
  return [...pids].filter((pid) => {
    try {
      return process.kill(pid, name)
    } catch {
      return false
    }
  })
}
