import type { Cause } from '../../ports/operator-error.ts'
import type { RemoteStore } from '../open-failures/open-store.ts'
import { parseS3Address } from './s3-address.ts'

const SETTING = 'OMEN_FILES_URL'

/** The bucket at an address, and what its store refuses; null for files in the data folder. */
export function bucketStore(url: string | null): RemoteStore | null {
  if (url === null) return null
  const { bucket } = parseS3Address(url)
  return { name: `The bucket ${bucket}`, setting: SETTING, url, causeOf }
}

/** An answer without a body, as that of HEAD, has no code but its status. */
function causeOf(error: unknown): Cause | undefined {
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  if (name === 'CredentialsProviderError')
    return {
      why: 'there are no credentials for it',
      advice: `Add key and secret to ${SETTING}: s3://key:secret@host/bucket.`,
    }
  switch ($metadata?.httpStatusCode) {
    case 404:
      return { why: 'there is no such bucket', advice: `Create it, or name another in ${SETTING}.` }
    case 401:
    case 403:
      return {
        why: 'its store refuses the key, or the key may not read and write it',
        advice: `Correct key and secret in ${SETTING}, or grant the key GetObject, PutObject, DeleteObject and ListBucket.`,
      }
    case 301:
    case 307:
      return { why: 'it is in another region', advice: `Add the region to ${SETTING}: ?region=eu-west-1.` }
    case 500:
    case 503:
      return { why: 'its store is not ready', advice: 'Start Omen again once it is.' }
    default:
      return undefined
  }
}
