import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestCertificate {
  readonly cert: string
  readonly key: string
  /** Of the certificate, which is its own authority. */
  readonly certPath: string
}

/** A certificate for the name, signed by itself. */
export function makeCertificate(name: string): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'omen-certificate-'))
  const [keyPath, certPath] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', keyPath, '-out', certPath], { stdio: 'ignore' })
  return { cert: readFileSync(certPath, 'utf8'), key: readFileSync(keyPath, 'utf8'), certPath }
}
