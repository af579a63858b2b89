import { isScalar, type Node } from 'yaml'
import type { SecretReference } from './config.ts'
import type { ConfigReader } from './config-node.ts'
import { plainTimeZone } from './time-zone.ts'
import { faultOfNumber, type NumberRule } from './value-rules.ts'

export function readNumber(
  reader: ConfigReader,
  node: Node | null | undefined,
  { name, rule }: { name: string; rule: NumberRule },
): unknown {
  const value = reader.value(node) ?? null
  const fault = faultOfNumber(value, rule)
  return fault === undefined ? value : reader.fault(node, `${name} ${fault}`)
}

export function readBoolean(reader: ConfigReader, node: Node | null | undefined, name: string): boolean | undefined {
  const value = reader.value(node)
  return typeof value === 'boolean' ? value : reader.fault(node, `${name} must be true or false`)
}

/** In the spelling that this computer's time zones have, as names of one zone differ: Asia/Kolkata and Asia/Calcutta. */
export function readTimeZone(reader: ConfigReader, node: Node | null | undefined): string | undefined {
  const name = reader.text(node, 'timeZone')
  if (name === undefined) return undefined
  try {
    return plainTimeZone(name)
  } catch {
    return reader.fault(node, 'timeZone must be an IANA name like Europe/Berlin')
  }
}

export function listOf(reader: ConfigReader, node: Node | null | undefined, what: string): readonly (Node | null)[] {
  return isNothing(node) ? [] : (reader.list(node, what) ?? [])
}

export function readReference(
  reader: ConfigReader,
  node: Node | null | undefined,
  name: string,
): SecretReference | undefined {
  const value = reader.value(node)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return reader.fault(
      node,
      `${name} is a secret and may not stand in the file: write ${name}: { env: NAME } or { file: PATH }`,
    )
  const fields = reader.fields(node, name, ['env', 'file'])
  if (fields.size !== 1) return reader.fault(node, `${name} must be { env: NAME } or { file: PATH }`)
  const [[kind, from]] = [...fields] as [[string, Node | null]]
  const text = reader.text(from, kind)
  if (text === undefined) return undefined
  return kind === 'env' ? { env: text } : { file: text }
}

export function readTexts(reader: ConfigReader, node: Node | null | undefined, what: string): string[] | undefined {
  if (node === undefined || node === null) return undefined
  return reader.list(node, what)?.flatMap((one) => reader.text(one, `an entry of ${what}`) ?? [])
}

export function oneOf(
  reader: ConfigReader,
  node: Node | null | undefined,
  what: string,
  known: readonly string[],
): string | undefined {
  if (node === undefined) return undefined
  const text = reader.text(node, what)
  if (text === undefined || known.includes(text)) return text
  return reader.fault(node, `${what} must be one of ${known.join(', ')}`)
}

function isNothing(node: Node | null | undefined): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null)
}
