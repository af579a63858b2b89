import { CollectorError } from '../../../ports/collector.ts'

/** As libpq has them: encrypted where the server can; encrypted; by a certificate that is trusted; and of that name. */
export type SslMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'

export interface SqlAddress {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly sslMode: SslMode
}

const SSL_MODES: readonly string[] = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']

export interface AddressForm {
  readonly schemes: readonly string[]
  readonly port: number
  readonly example: string
}

/** Reads `postgresql://db.example:5432/shop?sslmode=verify-full`. Names and passwords are given apart: addresses are shown. */
export function readSqlAddress(address: string, { schemes, port, example }: AddressForm): SqlAddress {
  const url = URL.parse(address)
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '')
  const known = url?.hostname && schemes.includes(url.protocol.slice(0, -1))
  if (!url || !known || database === '' || database.includes('/'))
    throw invalid(`The address must be written as ${example}.`)
  if (url.username || url.password)
    throw invalid('The address must have no user name and no password: they have fields of their own.')
  const { sslmode = 'prefer', ...others } = Object.fromEntries(url.searchParams)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalid(`The address may have sslmode as a parameter, not ${unknown}.`)
  if (!SSL_MODES.includes(sslmode)) throw invalid(`sslmode must be one of ${SSL_MODES.join(', ')}.`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { host, port: Number(url.port || port), database, sslMode: sslmode as SslMode }
}

function invalid(providerText: string): CollectorError {
  return new CollectorError('query', { providerText })
}
