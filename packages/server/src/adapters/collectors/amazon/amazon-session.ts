import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import type { Clock } from '../../../ports/clock.ts'
import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { type SdkTransport, sdkTransport } from './sdk-transport.ts'
import { toCollectorError } from './to-collector-error.ts'

export interface AmazonAccess {
  /** The region. */
  readonly zone: string
  readonly accessKey: string
  readonly secretKey: string
  /** A role that the keys may assume, which then reads. */
  readonly roleArn?: string | undefined
  readonly externalId?: string | undefined
  /** In the place of the public addresses: a private endpoint, or a stack of one's own. */
  readonly endpoint?: string | undefined
}

/** What every client of AWS is made with. Waiting and asking again is not theirs to do. */
export interface AmazonClientConfig {
  readonly region: string
  readonly endpoint?: string
  readonly credentials: AmazonCredentials
  readonly requestHandler: SdkTransport
  readonly maxAttempts: 1
}

interface AmazonCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface AmazonSession<Client> {
  /** Calls AWS with keys that are valid; rejects with `CollectorError`, or with the reason of the signal. */
  call<Answer>(ask: (client: Client, signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<Answer>
}

interface Opened<Client> {
  readonly client: Client
  readonly secrets: readonly string[]
  /** Epoch milliseconds; the keys of a role are good for an hour. */
  readonly expiresAt: number
}

const earlyMs = 5 * 60_000
const sessionName = 'omen'

export function openAmazonSession<Client>(
  access: AmazonAccess,
  { outbound, clock }: { outbound: Outbound; clock: Clock },
  createClient: (config: AmazonClientConfig) => Client,
): AmazonSession<Client> {
  const keys: AmazonCredentials = { accessKeyId: access.accessKey, secretAccessKey: access.secretKey }
  const requestHandler = sdkTransport(outbound)
  const configOf = (credentials: AmazonCredentials): AmazonClientConfig => ({
    region: access.zone,
    ...(access.endpoint && { endpoint: access.endpoint }),
    credentials,
    requestHandler,
    maxAttempts: 1,
  })
  const secretsOf = ({ secretAccessKey, sessionToken = '' }: AmazonCredentials) =>
    [access.secretKey, access.externalId ?? '', secretAccessKey, sessionToken].filter(Boolean)
  let opened: Opened<Client> | undefined

  async function open(signal: AbortSignal): Promise<Opened<Client>> {
    const { roleArn, externalId } = access
    if (!roleArn) return { client: createClient(configOf(keys)), secrets: secretsOf(keys), expiresAt: Infinity }
    const sts = new STSClient(configOf(keys))
    const command = new AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: sessionName,
      ...(externalId && { ExternalId: externalId }),
    })
    const ask = (own: AbortSignal) => sts.send(command, { abortSignal: own })
    const { Credentials: given } = await guarded(ask, secretsOf(keys), signal)
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken } = given ?? {}
    if (!accessKeyId || !secretAccessKey || !sessionToken)
      throw new CollectorError('badAnswer', { providerText: 'The answer to AssumeRole has no keys.' })
    const credentials = { accessKeyId, secretAccessKey, sessionToken }
    const expiresAt = given?.Expiration?.getTime() ?? clock.now()
    return { client: createClient(configOf(credentials)), secrets: secretsOf(credentials), expiresAt }
  }

  async function guarded<Answer>(
    ask: (signal: AbortSignal) => Promise<Answer>,
    secrets: readonly string[],
    signal: AbortSignal,
  ): Promise<Answer> {
    signal.throwIfAborted()
    try {
      return await ask(signal)
    } catch (error) {
      signal.throwIfAborted()
      throw toCollectorError(error, secrets, clock.now())
    }
  }

  return {
    async call(ask, signal) {
      signal.throwIfAborted()
      if (opened === undefined || opened.expiresAt - earlyMs <= clock.now()) opened = await open(signal)
      const { client, secrets } = opened
      try {
        return await guarded((own) => ask(client, own), secrets, signal)
      } catch (error) {
        // The keys of a role may have been taken back before their time.
        if (error instanceof CollectorError && error.fault === 'credentials') opened = undefined
        throw error
      }
    },
  }
}
