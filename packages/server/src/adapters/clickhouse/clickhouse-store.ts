import type { Cause } from '../../ports/operator-error.ts'
import type { RemoteStore } from '../open-failures/open-store.ts'

const SETTING = 'OMEN_CLICKHOUSE_URL'

/** The ClickHouse at an address, and what it refuses; null for the embedded one. */
export function clickhouseStore(url: string | null): RemoteStore | null {
  return url === null ? null : { name: 'ClickHouse', setting: SETTING, url, causeOf }
}

/** Codes: https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
function causeOf(error: unknown): Cause | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  const said = `(${String(message).split('\n')[0]})`
  switch (code) {
    case '516':
    case '192':
    case '193':
    case '194':
      return { why: 'it refuses the user or the password', advice: `Correct them in ${SETTING}.` }
    case '81':
      return {
        why: `there is no such database ${said}`,
        advice: `Create it, or name another in ${SETTING}: http://host:8123/database.`,
      }
    case '497':
    case '164':
      return {
        why: `the user lacks a right ${said}`,
        advice: `Grant SELECT, INSERT, ALTER, CREATE TABLE and DROP TABLE on the database to the user in ${SETTING}.`,
      }
    case '170':
    case '701':
      return { why: `it has no such cluster ${said}`, advice: 'Correct OMEN_CLICKHOUSE_CLUSTER.' }
    case '202':
    case '210':
      return {
        why: `it accepts no more connections or queries ${said}`,
        advice: 'Start Omen again once it is less busy.',
      }
    case '36':
    case '46':
    case '62':
    case '115':
      return {
        why: `it does not know what Omen needs ${said}`,
        advice: 'Update ClickHouse to a version that is supported.',
      }
    case '243':
      return { why: 'its disk is full', advice: 'Free space there, then start Omen again.' }
    default:
      return undefined
  }
}
