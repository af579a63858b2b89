import { CollectorError } from '../../../ports/collector.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { cleanText } from '../ask-provider.ts'
import { toTransportError } from './connect.ts'

/** https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html, https://mariadb.com/kb/en/mariadb-error-code-reference/ */
const byNumber: readonly (readonly [CollectionFault, readonly number[]])[] = [
  ['credentials', [1045, 1698, 1820, 1862, 1251]],
  ['permission', [1044, 1142, 1143, 1227, 1370, 1410]],
  ['notFound', [1049]],
  ['throttled', [1040, 1203, 1226]],
  ['timeout', [1205, 1317, 1969, 3024]],
]

/** Classes of SQLSTATE that tell of the statement. */
const statementClasses = ['07', '21', '22', '25', '42']

export function toMysqlError(error: unknown, password: string | undefined, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const { errno, sqlState = '', message = '' } = error as { errno?: number; sqlState?: string; message?: string }
  if (error instanceof CollectorError || errno === undefined || !sqlState) return toTransportError(error)
  const [known] = byNumber.find(([, numbers]) => numbers.includes(errno)) ?? []
  const ofClass = statementClasses.includes(sqlState.slice(0, 2)) ? 'query' : 'providerFailed'
  return new CollectorError(known ?? ofClass, { providerText: cleanText(message, [password ?? '']) })
}
