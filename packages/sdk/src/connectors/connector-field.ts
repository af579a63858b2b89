import type { Prompt } from '../rules/rule.ts'
import type { ConnectionFields, DataType } from '../types.ts'

/** How a field is entered; a secret is never shown again, a list has an entry a line. */
export type ConnectorInput = 'text' | 'secret' | 'list' | 'choice' | 'file'

/** A field of a connector, named as on the wire. */
export interface ConnectorField {
  readonly name: keyof ConnectionFields
  readonly input: ConnectorInput
  readonly label: Prompt
  readonly hint?: Prompt
  readonly placeholder?: string
  /** Of a choice; the first is the default. */
  readonly choices?: readonly string[]
  readonly isRequired?: boolean
  /** A test without it lists what there is to choose from. */
  readonly isListed?: boolean
  /** Seldom needed: forms fold it away. */
  readonly isRare?: boolean
  /** Belongs to projects of this type only. */
  readonly dataType?: DataType
}

type Details = Omit<ConnectorField, 'name' | 'input' | 'label'>

/** Fields that several connectors have, in the same words. */
export const address = (placeholder: string): ConnectorField => ({
  name: 'address',
  input: 'text',
  placeholder,
  isRequired: true,
  label: { en: 'Address', 'zh-CN': '地址' },
})

/** An address in the place of the provider's public one. */
export const ENDPOINT: ConnectorField = {
  name: 'endpoint',
  input: 'text',
  placeholder: 'https://',
  isRare: true,
  label: { en: 'Endpoint', 'zh-CN': '端点' },
  hint: {
    en: "Instead of the provider's public address: a private endpoint or a gateway",
    'zh-CN': '代替服务商的公网地址：私有端点或网关',
  },
}

/** User name and password. */
export const LOGIN: readonly ConnectorField[] = [
  { name: 'userName', input: 'text', label: { en: 'User name', 'zh-CN': '用户名' } },
  { name: 'password', input: 'secret', label: { en: 'Password', 'zh-CN': '密码' } },
]

/** A token in the place of user name and password. */
export const token = (details: Details = {}): ConnectorField => ({
  name: 'token',
  input: 'secret',
  label: { en: 'Token', 'zh-CN': '令牌' },
  hint: { en: 'Instead of user name and password', 'zh-CN': '代替用户名和密码' },
  ...details,
})

/** What `X-Scope-OrgID` says. */
export const TENANT: ConnectorField = {
  name: 'tenant',
  input: 'text',
  isRare: true,
  label: { en: 'Tenant', 'zh-CN': '租户' },
  hint: { en: 'Sent as X-Scope-OrgID', 'zh-CN': '以 X-Scope-OrgID 发送' },
}

/** What is fetched, in the language of the service. */
export const queries = (details: Details): ConnectorField => ({
  name: 'query',
  input: 'list',
  label: { en: 'Queries', 'zh-CN': '查询' },
  ...details,
})

/** Metrics by name. */
export const metrics = (details: Details): ConnectorField => ({
  name: 'metrics',
  input: 'list',
  dataType: 'Metric',
  label: { en: 'Metrics', 'zh-CN': '指标' },
  ...details,
})
