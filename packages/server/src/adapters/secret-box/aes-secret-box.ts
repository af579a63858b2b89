import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type SecretBox, SecretBoxError } from '../../ports/secret-box.ts'

const VERSION = 1
const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + KEY_ID_BYTES + IV_BYTES

interface Key {
  readonly id: Buffer
  readonly bytes: Uint8Array
}

/**
 * AES-256-GCM: version, key id, iv, ciphertext and tag, with what it is about as the additional data.
 * The first of the keys seals; the others still open what they sealed.
 */
export function createAesSecretBox(keys: readonly Uint8Array[]): SecretBox {
  if (keys.length === 0) throw new RangeError('a secret box needs a key')
  const known = keys.map((bytes): Key => ({ id: idOf(bytes), bytes }))
  const first = known[0]!
  const keyOf = (box: Buffer): Key | undefined => known.find((key) => key.id.equals(box.subarray(1, 1 + KEY_ID_BYTES)))
  return {
    seal(secret, about) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', first.bytes, iv).setAAD(Buffer.from(about))
      const text = [cipher.update(secret, 'utf8'), cipher.final()]
      return Buffer.concat([Buffer.from([VERSION]), first.id, iv, ...text, cipher.getAuthTag()])
    },
    open(sealed, about) {
      const box = Buffer.from(sealed)
      if (box.length < HEAD_BYTES + TAG_BYTES || box[0] !== VERSION)
        throw new SecretBoxError('the sealed secret is not one of this version')
      const key = keyOf(box)
      if (!key) throw new SecretBoxError('the secret was sealed with a key that this server does not have')
      return decrypt(box, key, about)
    },
    isOutdated: (sealed) => !first.id.equals(Buffer.from(sealed).subarray(1, 1 + KEY_ID_BYTES)),
  }
}

function idOf(key: Uint8Array): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)
}

function decrypt(box: Buffer, key: Key, about: string): string {
  const iv = box.subarray(1 + KEY_ID_BYTES, HEAD_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(box.subarray(-TAG_BYTES))
  try {
    return decipher.update(box.subarray(HEAD_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new SecretBoxError('the sealed secret was changed, or belongs to something else', { cause })
  }
}
