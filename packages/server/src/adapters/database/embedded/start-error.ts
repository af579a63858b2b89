import { NO_PERMISSION, READ_ONLY, TOO_MANY_FILES } from '../../../ports/file-causes.ts'
import { type Cause, OperatorError } from '../../../ports/operator-error.ts'

const DISK_FULL = '53100'

/** Recognises a cause by the last lines of PostgreSQL and its initdb. */
const CAUSES: readonly (readonly [pattern: RegExp, cause: Cause])[] = [
  [
    /insufficient file descriptors|Too many open files/,
    { ...TOO_MANY_FILES, why: `this process ${TOO_MANY_FILES.why}` },
  ],
  [
    /database files are incompatible(?!(.|\n)*PG_CONTROL_VERSION 0\b)|is not compatible with this version/,
    {
      why: 'its files are those of another version of PostgreSQL, as a later Omen may have it',
      advice: 'Start the version of Omen that made them, or restore a backup into an empty data folder.',
    },
  ],
  [
    /could not (create|map|resize) .*shared memory|could not create semaphores/i,
    {
      why: 'the system has too little shared memory for it',
      advice: 'Give it more: --shm-size=256m for a container, else a larger /dev/shm.',
    },
  ],
  [/Permission denied/, { ...NO_PERMISSION, why: `its files ${NO_PERMISSION.why}` }],
  [/Read-only file system/, { ...READ_ONLY, why: `its folder ${READ_ONLY.why}` }],
]

/** Says in a line of PostgreSQL that a file of the cluster is missing, truncated, unreadable or changed. */
const DAMAGE =
  /^(XX001|XX002|58P01|58030) |could not (read|open|access|find|locate|load|stat)|incorrect checksum|(is not a|not contain) valid data|contains errors|PG_CONTROL_VERSION 0\b|is missing|(database|role) "\w+" does not exist/i
const DAMAGE_ADVICE =
  'Check the disk, then restore a backup into an empty data folder and examine it with omen-server doctor.'

/** The error of a PostgreSQL that does not start; `reason` is what it wrote. A full disk has the code that PostgreSQL gives it. */
export function startError(cluster: string, reason: string): Error {
  const what = `The embedded PostgreSQL in ${cluster} does not start`
  if (new RegExp(`^${DISK_FULL}\\b|No space left on device`, 'm').test(reason))
    return Object.assign(new Error(`${what}: no space is left`), { code: DISK_FULL })
  const cause = CAUSES.find(([pattern]) => pattern.test(reason))?.[1] ?? damageCause(reason)
  return cause === undefined
    ? new Error(`${what}: ${reason}`)
    : new OperatorError(`${what}: ${cause.why}. ${cause.advice}`, { cause: new Error(reason) })
}

function damageCause(reason: string): Cause | undefined {
  const lines = reason.split('\n').filter((line) => DAMAGE.test(line))
  if (lines.length === 0) return undefined
  const said = lines.slice(0, 2).map((line) => line.replace(/^(\w{5} )?\w+: +/, '').replace(/\.$/, ''))
  return { why: `files of its cluster are damaged or missing (${said.join('; ')})`, advice: DAMAGE_ADVICE }
}
