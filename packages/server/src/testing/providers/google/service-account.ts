import { generateKeyPairSync, type KeyObject } from 'node:crypto'

export interface ServiceAccount {
  readonly email: string
  readonly keyId: string
  readonly publicKey: KeyObject
  /** PEM. */
  readonly privateKey: string
}

/** Made once: it takes a quarter of a second. */
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

export const googleProject = 'shop-4711'

export const googleAccount: ServiceAccount = {
  email: `omen@${googleProject}.iam.gserviceaccount.com`,
  keyId: '0123456789abcdef0123456789abcdef01234567',
  publicKey: keys.publicKey,
  privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
}

/** The file that the console lets one download. */
export function keyFileOf({ email, keyId, privateKey }: ServiceAccount, tokenUri: string): string {
  return JSON.stringify({
    type: 'service_account',
    project_id: googleProject,
    private_key_id: keyId,
    private_key: privateKey,
    client_email: email,
    client_id: '110000000000000000000',
    token_uri: tokenUri,
  })
}
