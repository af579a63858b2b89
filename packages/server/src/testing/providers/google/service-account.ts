import { generateKeyPairSync, type KeyObject } from 'node:crypto'

export interface ServiceAccount {
  readonly email: string
  readonly keyId: string
  readonly publicKey: KeyObject
  /** PEM. */
  readonly privateKey: string
}

export const GOOGLE_PROJECT = 'shop-4711'

/** Takes a quarter of a second. */
export function makeServiceAccount(name: string): ServiceAccount {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    email: `${name}@${GOOGLE_PROJECT}.iam.gserviceaccount.com`,
    keyId: '0123456789abcdef0123456789abcdef01234567',
    publicKey,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

export const googleAccount: ServiceAccount = makeServiceAccount('omen')

/** The file that the console lets one download. */
export function keyFileOf({ email, keyId, privateKey }: ServiceAccount, tokenUri: string): string {
  return JSON.stringify({
    type: 'service_account',
    project_id: GOOGLE_PROJECT,
    private_key_id: keyId,
    private_key: privateKey,
    client_email: email,
    client_id: '110000000000000000000',
    token_uri: tokenUri,
  })
}
