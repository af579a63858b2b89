import type { FilePublication, Published, PublishedChange, Visibility } from '@omen/sdk'
import { endOfDay } from '../../lib/time/end-of-day.ts'
import { dayIn } from '../../lib/time/zoned-input.ts'

/** What the form of a publication holds. */
export interface PublicationValues {
  name: string
  description: string
  system: string
  visibility: Visibility
  userNames: string[]
  /** YYYY-MM-DD, as the date field writes it; null for no end. */
  expiry: string | null
  withRawData: boolean
}

/** Tiles that stand on the page of published detections whether or not there is one. */
export const KNOWN_SYSTEMS = ['Apache', 'Cassandra', 'Hadoop', 'HDFS', 'MySQL', 'Spark', 'Tomcat'] as const

export const newPublication = (name: string): PublicationValues => ({
  name,
  description: '',
  system: '',
  visibility: 'private',
  userNames: [],
  expiry: null,
  withRawData: true,
})

export const valuesOf = (record: Published, timeZone: string): PublicationValues => ({
  name: record.name,
  description: record.description,
  system: record.system,
  visibility: record.visibility,
  userNames: record.userNames ?? [],
  withRawData: record.withRawData,
  expiry: record.expiresAt === null ? null : dayIn(timeZone, record.expiresAt),
})

type Fields = Pick<
  FilePublication,
  'name' | 'description' | 'system' | 'visibility' | 'userNames' | 'expiresAt' | 'withRawData'
>

export const toFields = ({ expiry, ...values }: PublicationValues, timeZone: string): Fields => ({
  ...values,
  name: values.name.trim(),
  ...(expiry !== null && { expiresAt: endOfDay(expiry, timeZone) }),
})

/** An expiry that stays as it was is not sent, since it may lie in the past by now. */
export const toChange = (
  { expiry, withRawData: _, ...values }: PublicationValues,
  before: PublicationValues,
  timeZone: string,
): PublishedChange => ({
  ...values,
  name: values.name.trim(),
  ...(expiry !== before.expiry && { expiresAt: expiry === null ? null : endOfDay(expiry, timeZone) }),
})
