import { resolve } from 'node:path'
import type { Settings } from '../config/settings.ts'
import { isDomainError } from '../domain/errors.ts'
import { isDiskFull } from '../ports/disk-full.ts'
import { NO_PERMISSION, READ_ONLY, TOO_MANY_FILES } from '../ports/file-causes.ts'
import { type Cause, OperatorError } from '../ports/operator-error.ts'

/** The sentence for an error that ends a command; undefined for one that nobody can mend without its trace. */
export function describeFailure(error: unknown, settings: Settings | undefined): string | undefined {
  if (error instanceof OperatorError || isDomainError(error)) return error.message
  if (isDiskFull(error))
    return `The disk of the data folder is full: free space on it, then start again. (${(error as Error).message})`
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (code === 'EMFILE' || code === 'ENFILE') return `This process ${TOO_MANY_FILES.why}. ${TOO_MANY_FILES.advice}`
  if (settings === undefined) return undefined
  if (syscall === 'listen' || isUnknownHost(error, settings)) return describeListen(error as ListenError, settings)
  const causes = syscall === 'mkdir' ? MKDIR_CAUSES : FOLDER_CAUSES
  const cause = path !== undefined && isWithin(path, settings.data) ? causes[code ?? ''] : undefined
  return cause && `The data folder ${settings.data} cannot be used: ${path} ${cause.why}. ${cause.advice}`
}

const NO_FOLDER: Cause = { why: 'is not a folder', advice: 'Choose another folder with OMEN_DATA.' }
const FOLDER_CAUSES: Readonly<Record<string, Cause>> = {
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: READ_ONLY,
  ENOTDIR: NO_FOLDER,
  EEXIST: NO_FOLDER,
}
const MKDIR_CAUSES: typeof FOLDER_CAUSES = {
  ...FOLDER_CAUSES,
  // The folder above exists: /proc answers so
  ENOENT: { why: 'cannot be created, as its file system takes no new folders', advice: NO_FOLDER.advice },
}

/** The data folder itself, what is in it, or a folder above it that had to be made. */
function isWithin(path: string, data: string): boolean {
  const [inner, outer] = [resolve(path), resolve(data)]
  return `${inner}/`.startsWith(`${outer}/`) || `${outer}/`.startsWith(`${inner}/`)
}

interface ListenError extends NodeJS.ErrnoException {
  readonly address?: string
  readonly port?: number
}

function isUnknownHost(error: unknown, { host }: Settings): boolean {
  const { syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string }
  return syscall === 'getaddrinfo' && hostname === host
}

function describeListen({ code, message, port }: ListenError, settings: Settings): string | undefined {
  const setting = portSettingOf(port, settings)
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${settings.host} is in use by another program. Choose another port with ${setting}.`
    case 'EACCES':
      return `This user may not listen on port ${port}: ports below 1024 need a right of their own. Choose another port with ${setting}.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${settings.host} to listen on (${message}). Correct OMEN_HOST: 127.0.0.1 for this machine alone, 0.0.0.0 for all addresses.`
    default:
      return undefined
  }
}

function portSettingOf(port: number | undefined, { syslogPort, syslogTlsPort }: Settings): string {
  if (port !== undefined && port === syslogPort) return 'OMEN_SYSLOG_PORT'
  if (port !== undefined && port === syslogTlsPort) return 'OMEN_SYSLOG_TLS_PORT'
  return 'OMEN_PORT'
}
