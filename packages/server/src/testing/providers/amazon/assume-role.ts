import { AmazonFault } from './amazon-fault.ts'
import type { AccessKey } from './verify-signature.ts'

export interface RoleState {
  roles: { readonly arn: string; readonly externalId?: string }[]
  keys: AccessKey[]
}

const DEFAULT_DURATION_S = 3600

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
export function assumeRole(form: URLSearchParams, caller: AccessKey, state: RoleState): string {
  const arn = form.get('RoleArn') ?? ''
  const role = state.roles.find((candidate) => candidate.arn === arn)
  if (form.get('Action') !== 'AssumeRole' || form.get('Version') !== '2011-06-15' || !form.get('RoleSessionName'))
    throw new AmazonFault(400, 'InvalidAction', 'Could not find operation for version 2011-06-15')
  if (!role || (role.externalId ?? null) !== form.get('ExternalId'))
    throw new AmazonFault(
      403,
      'AccessDenied',
      `User: arn:aws:iam::123456789012:user/${caller.accessKeyId} is not authorized to perform: sts:AssumeRole on resource: ${arn}`,
    )
  const expiresAt = Date.now() + Number(form.get('DurationSeconds') ?? DEFAULT_DURATION_S) * 1000
  const key = {
    accessKeyId: `ASIAEXAMPLE${state.keys.length}`,
    secretAccessKey: `role-secret-${state.keys.length}`,
    sessionToken: `session-token-${state.keys.length}`,
    expiresAt,
  }
  state.keys.push(key)
  return `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials><AccessKeyId>${key.accessKeyId}</AccessKeyId><SecretAccessKey>${key.secretAccessKey}</SecretAccessKey><SessionToken>${key.sessionToken}</SessionToken><Expiration>${new Date(expiresAt).toISOString()}</Expiration></Credentials><AssumedRoleUser><Arn>${arn}/omen</Arn><AssumedRoleId>AROA:omen</AssumedRoleId></AssumedRoleUser></AssumeRoleResult><ResponseMetadata><RequestId>c6104cbe-af31-11e0-8154-cbc7ccf896c7</RequestId></ResponseMetadata></AssumeRoleResponse>`
}
