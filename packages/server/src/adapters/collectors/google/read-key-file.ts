import { createPrivateKey } from 'node:crypto'
import { CollectorError } from '../../../ports/collector.ts'
import { asObject, asText } from '../json-fields.ts'

/** What the key file of a service account says. */
export interface GoogleKey {
  readonly email: string
  /** PEM. */
  readonly privateKey: string
  readonly tokenUri: string
  /** None of it may be shown. */
  readonly secrets: readonly string[]
}

const PUBLIC_TOKEN_URI = 'https://oauth2.googleapis.com/token'

/** Rejects what is not the JSON key of a service account: `credentials`. */
export function readKeyFile(text: string): GoogleKey {
  const file = parse(text)
  const [email, pem] = [asText(file?.client_email), asText(file?.private_key)]
  if (file?.type !== 'service_account' || email === undefined || pem === undefined)
    throw refuse('The key file is not the JSON key of a service account.')
  return {
    email,
    privateKey: requirePem(pem),
    tokenUri: asText(file.token_uri) ?? PUBLIC_TOKEN_URI,
    secrets: [pem, pem.trim(), ...pem.split('\n').filter((line) => line !== '' && !line.startsWith('-----'))],
  }
}

function requirePem(pem: string): string {
  try {
    createPrivateKey(pem)
    return pem
  } catch {
    throw refuse('The private key in the key file cannot be read.')
  }
}

function parse(text: string) {
  try {
    return asObject(JSON.parse(text))
  } catch {
    throw refuse('The key file is not JSON.')
  }
}

function refuse(providerText: string): CollectorError {
  return new CollectorError('credentials', { providerText })
}
