import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SignedCertificate {
  /** Of the authority, PEM. */
  readonly authority: string
  readonly cert: string
  readonly key: string
}

/** A certificate for 127.0.0.1 of an authority that no system trusts. */
export async function signCertificate(): Promise<SignedCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'omen-certificates-'))
  const path = (name: string): string => join(folder, name)
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ')
  const openssl = (...words: string[]): void => void execFileSync('openssl', ['req', ...words], { stdio: 'ignore' })
  try {
    openssl('-x509', ...newKey, '-subj', '/CN=Test authority', '-keyout', path('ca.key'), '-out', path('ca.pem'))
    const signer = ['-CA', path('ca.pem'), '-CAkey', path('ca.key')]
    const server = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    openssl('-x509', ...newKey, ...signer, ...server, '-keyout', path('key.pem'), '-out', path('cert.pem'))
    const read = (name: string): string => readFileSync(path(name), 'utf8')
    return { authority: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') }
  } finally {
    await rm(folder, { recursive: true })
  }
}
