export interface HttpCredentials {
  readonly userName?: string | undefined
  readonly password?: string | undefined
  readonly token?: string | undefined
  /** Of systems that keep several tenants apart by X-Scope-OrgID: Mimir, Loki. */
  readonly tenant?: string | undefined
}

/** A token goes before user name and password. */
export function credentialHeaders({ userName, password = '', token, tenant }: HttpCredentials): Record<string, string> {
  const basic = userName && `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
  const authorization = token ? `Bearer ${token}` : basic
  return { ...(authorization && { authorization }), ...(tenant && { 'x-scope-orgid': tenant }) }
}

/** What of them may be in no error. */
export function secretsOf({ password, token }: HttpCredentials): string[] {
  return [password, token].filter((secret): secret is string => secret !== undefined && secret !== '')
}
