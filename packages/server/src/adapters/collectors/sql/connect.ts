import type { ConnectionOptions } from 'node:tls'
import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { toCollectorError } from '../ask-provider.ts'
import type { SqlAddress } from './sql-address.ts'

/** The address to connect to. */
export async function resolveHost(outbound: Outbound, host: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  try {
    return await outbound.resolve(host)
  } catch (error) {
    signal.throwIfAborted()
    throw toCollectorError(error)
  }
}

/** The certificate is checked against the name that was given, not against the address that it stands for. */
export function tlsOptions({ host, sslMode }: SqlAddress, { certificates }: Outbound): ConnectionOptions | false {
  if (sslMode === 'disable') return false
  return {
    servername: host,
    rejectUnauthorized: sslMode.startsWith('verify'),
    ...(certificates && { ca: [...certificates] }),
    ...(sslMode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  }
}

const TIMEOUTS = ['ETIMEDOUT', 'PROTOCOL_SEQUENCE_TIMEOUT']

/** Of what went wrong before or beside the database's own answers. Its words may hold the address. */
export function toTransportError(error: unknown): CollectorError {
  if (error instanceof CollectorError) return error
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  if (TIMEOUTS.includes(code) || /timeout/i.test(message)) return new CollectorError('timeout')
  if (/SSL/.test(message) && /not support/.test(message))
    return new CollectorError('certificate', { providerText: 'The server does not support TLS.' })
  if (/CERT|SELF_SIGNED|UNABLE_TO_|SSL|TLS/.test(code)) return new CollectorError('certificate', { providerText: code })
  if (/password must be a (non-empty )?string/.test(message)) return new CollectorError('credentials')
  return new CollectorError('unreachable')
}
