import type { Cause } from '../../ports/operator-error.ts'

const unknownHost: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'])
const noRoute: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'])
const closed: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_|_SIGNATURE/
const noTlsCode = /^(ERR_SSL|EPROTO)/
/** Drivers report these without a code. */
const timeoutText = /timeout exceeded when trying to connect|Timeout error|timed out/i
const closedText = /Connection terminated|socket hang up|socket disconnected/

/** Why no connection to a server comes about; `setting` holds its address. Undefined for an error of another kind. */
export function connectCause(error: unknown, setting: string): Cause | undefined {
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
  if (unknownHost.has(code)) return { why: 'no host of that name is known', advice: check('the host name') }
  if (code === 'ECONNREFUSED')
    return { why: 'nothing accepts connections there', advice: `Start it, or correct host and port in ${setting}.` }
  if (code === 'ENOENT') return { why: 'there is no such socket', advice: `Start it, or correct ${setting}.` }
  if (noRoute.has(code)) return { why: 'no route leads to that host', advice: check('the host name') }
  if (code === 'ETIMEDOUT' || name === 'TimeoutError' || timeoutText.test(message))
    return { why: 'it did not answer in time', advice: `${check('host and port')} A firewall may drop the connection.` }
  if (certificateCode.test(code))
    return {
      why: `its TLS certificate is not accepted (${message})`,
      advice: 'Give it a valid certificate for this host name, or name its authority in NODE_EXTRA_CA_CERTS.',
    }
  if (noTlsCode.test(code)) return { why: 'it does not speak TLS there', advice: check('port and TLS') }
  if (closed.has(code) || closedText.test(message))
    return { why: 'it closed the connection before it answered', advice: check('host, port and TLS') }
  return undefined
}
