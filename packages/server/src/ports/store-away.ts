/** Of the system, and of PostgreSQL while it restarts, is out of connections or has lost one. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE'],
  ...['57P01', '57P02', '57P03', '53300', '08001', '08003', '08006'],
])

/** PostgreSQL's driver reports these without a code: no connection in time, one that broke, one that broke before its use. */
const AWAY_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

/** Whether a store is restarting, out of connections or lost a connection: the same request can succeed a moment later. */
export function isStoreAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, syscall, message } = current as NodeJS.ErrnoException
    if (code === undefined ? AWAY_MESSAGES.test(message) : AWAY_CODES.has(code)) return true
    // The socket of the embedded PostgreSQL, while it is started again.
    if (code === 'ENOENT' && syscall === 'connect') return true
  }
  return false
}
