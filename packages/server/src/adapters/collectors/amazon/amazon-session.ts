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

export interface AmazonParts {
  readonly outbound: Outbound
  readonly clock: Clock
}

export interface AmazonSession<Client> {
  /** Calls AWS with keys that are valid; rejects with `CollectorError`, or with the reason of the signal. */
  call<Answer>(ask: (client: Client, signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<Answer>
}

interface Opened<Client> {
  readonly client: Client
  /** Epoch milliseconds; the keys of a role are good for an hour. */
  readonly expiresAt: number
}

const earlyMs = 5 * 60_000
const sessionName = 'omen'

export function openAmazonSession<Client>(
  access: AmazonAccess,
  { outbound, clock }: AmazonParts,
  createClient: (config: AmazonClientConfig) => Client,
): AmazonSession<Client> {
  const requestHandler = sdkTransport(outbound)
  const configOf = (credentials: AmazonCredentials): AmazonClientConfig => ({
    region: access.zone,
    ...(access.endpoint && { endpoint: access.endpoint }),
    credentials,
    requestHandler,
    maxAttempts: 1,
  })
  let secrets: string[] = []
  let opened: Opened<Client> | undefined

  async function open(signal: AbortSignal): Promise<Opened<Client>> {
    const { roleArn, externalId } = access
    const keys = { accessKeyId: access.accessKey, secretAccessKey: access.secretKey }
    secrets = [access.secretKey, externalId ?? '']
    if (!roleArn) return { client: createClient(configOf(keys)), expiresAt: Number.POSITIVE_INFINITY }
    const command = new AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: sessionName,
      ...(externalId && { ExternalId: externalId }),
    })
    const { Credentials: given } = await new STSClient(configOf(keys)).send(command, { abortSignal: signal })
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken } = given ?? {}
    if (!accessKeyId || !secretAccessKey || !sessionToken)
      throw new CollectorError('badAnswer', { providerText: 'The answer to AssumeRole has no keys.' })
    secrets.push(secretAccessKey, sessionToken)
    const client = createClient(configOf({ accessKeyId, secretAccessKey, sessionToken }))
    return { client, expiresAt: given?.Expiration?.getTime() ?? clock.now() }
  }

  return {
    async call(ask, signal) {
      signal.throwIfAborted()
      try {
        if (opened === undefined || opened.expiresAt - earlyMs <= clock.now()) opened = await open(signal)
        return await ask(opened.client, signal)
      } catch (error) {
        signal.throwIfAborted()
        const failure = toCollectorError(error, secrets, clock.now())
        // The keys of a role may have been taken back before their time.
        if (failure.fault === 'credentials') opened = undefined
        throw failure
      }
    },
  }
}
