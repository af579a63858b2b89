import { type Cause, OperatorError } from '../../ports/operator-error.ts'

export interface RemoteStore {
  /** As in "PostgreSQL". */
  readonly name: string
  /** The setting with its address: `OMEN_DATABASE_URL`. */
  readonly setting: string
  readonly url: string
  /** Refusals by the store itself; everything else is a failure of the connection. */
  causeOf(error: unknown): Cause | undefined
}

/** Opens a store of another machine. A failure that an operator can mend becomes a sentence that names the host, the cause and the setting. */
export async function openStore<T>(store: RemoteStore | null, open: () => Promise<T>): Promise<T> {
  if (store === null) return open()
  try {
    return await open()
  } catch (error) {
    const cause = store.causeOf(error) ?? connectCause(error, store.setting)
    if (error instanceof OperatorError || cause === undefined) throw error
    throw new OperatorError(`${store.name} at ${hostOf(store.url)} cannot be used: ${cause.why}. ${cause.advice}`, {
      cause: error,
    })
  }
}

const UNKNOWN_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'])
const NO_ROUTE: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'])
const CLOSED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])
const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_|_SIGNATURE/
const NO_TLS_CODE = /^(ERR_SSL|EPROTO)/
/** Drivers report these without a code. */
const TIMEOUT_TEXT = /timeout exceeded when trying to connect|Timeout error|timed out/i
const CLOSED_TEXT = /Connection terminated|socket hang up|socket disconnected/

/** Why no connection to a server comes about; `setting` holds its address. Undefined for an error of another kind. */
function connectCause(error: unknown, setting: string): Cause | undefined {
  for (let current = error; current instanceof Error; current = current.cause ?? firstOf(current)) {
    const cause = causeOf(current, setting)
    if (cause !== undefined) return cause
  }
  return undefined
}

/** An address with several IP addresses fails with an error for each. */
function firstOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : undefined
}

function causeOf(error: Error, setting: string): Cause | undefined {
  const { code = '', name, message } = error as NodeJS.ErrnoException
  const check = (what: string): string => `Check ${what} in ${setting}.`
  if (UNKNOWN_HOST.has(code)) return { why: 'no host of that name is known', advice: check('the host name') }
  if (code === 'ECONNREFUSED')
    return { why: 'nothing accepts connections there', advice: `Start it, or correct host and port in ${setting}.` }
  if (code === 'ENOENT') return { why: 'there is no such socket', advice: `Start it, or correct ${setting}.` }
  if (NO_ROUTE.has(code)) return { why: 'no route leads to that host', advice: check('the host name') }
  if (code === 'ETIMEDOUT' || name === 'TimeoutError' || TIMEOUT_TEXT.test(message))
    return { why: 'it did not answer in time', advice: `${check('host and port')} A firewall may drop the connection.` }
  if (CERTIFICATE_CODE.test(code))
    return {
      why: `its TLS certificate is not accepted (${message})`,
      advice: 'Give it a valid certificate for this host name, or name its authority in NODE_EXTRA_CA_CERTS.',
    }
  if (NO_TLS_CODE.test(code)) return { why: 'it does not speak TLS there', advice: check('port and TLS') }
  if (CLOSED.has(code) || CLOSED_TEXT.test(message))
    return { why: 'it closed the connection before it answered', advice: check('host, port and TLS') }
  return undefined
}

/** Host and port of an address, never its user or password. The host of a socket stands in a parameter. */
function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || (searchParams.get('host') ?? 'localhost')
}
