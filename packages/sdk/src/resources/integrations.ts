import type { CallOptions, Paged, PageQuery } from '../pages.ts'
import { given } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { Delivery, DeliveryState, Integration, IntegrationProvider } from '../types.ts'

/** What an integration is named by: `account` is what its owner calls it. */
export interface IntegrationName {
  provider: IntegrationProvider
  account: string
}

/** An integration to add. */
export interface NewIntegration extends IntegrationName {
  /** The address of the webhook or workflow, the routing key of PagerDuty, or the mail address. */
  serviceKey: string
  /** Of PagerDuty: instead of its own address, for the EU or a gateway. */
  endpoint?: string | undefined
  /** Alerts of these projects only; of all that the caller owns if omitted. */
  projectNames?: string[] | undefined
  /** Gets alerts only once nobody acknowledged them in time. */
  isForEscalation?: boolean | undefined
}

/** What of an integration changes; omitted fields stay. */
export interface IntegrationChanges extends Partial<Omit<NewIntegration, keyof IntegrationName>> {
  /** Alerts of all projects again. */
  allProjects?: boolean | undefined
}

/** Deliveries of one integration, or in one state. */
export interface DeliveryQuery extends PageQuery {
  provider?: IntegrationProvider | undefined
  account?: string | undefined
  state?: DeliveryState | undefined
}

/** Where alerts go besides mail to the recipients of a project. */
export interface Integrations {
  /** By name, without their keys. */
  list(options?: CallOptions): Promise<Integration[]>
  /** Adds an integration. The secret that signs the bodies of a webhook is returned here and never again. */
  add(integration: NewIntegration, options?: CallOptions): Promise<{ integration: Integration; signingSecret?: string }>
  /** Returns the fields that differ from before. */
  change(name: IntegrationName, changes: IntegrationChanges, options?: CallOptions): Promise<string[]>
  /** The same without changing anything. */
  previewChange(name: IntegrationName, changes: IntegrationChanges, options?: CallOptions): Promise<string[]>
  /** Sends a test now; `state` and `error` say what came of it. */
  test(name: IntegrationName, options?: CallOptions): Promise<Delivery>
  delete(name: IntegrationName, options?: CallOptions): Promise<void>
  /** What was sent, and what came of it; newest first. */
  deliveries(query?: DeliveryQuery, options?: CallOptions): Promise<Paged<Delivery>>
}

/** The integration operations of a client. */
export function integrations({ client, unwrap }: Transport): Integrations {
  const path = '/service-integration'
  const change = async (
    { provider, account }: IntegrationName,
    changes: IntegrationChanges & { dryRun: boolean },
    options?: CallOptions,
  ): Promise<string[]> => {
    const body = { operation: 'change' as const, provider, account, ...given(changes) }
    return (await unwrap(client.POST(path, { body, ...options }))).changes ?? []
  }
  return {
    change: (name, changes, options) => change(name, { ...changes, dryRun: false }, options),
    previewChange: (name, changes, options) => change(name, { ...changes, dryRun: true }, options),
    list: async (options) => (await unwrap(client.GET(path, { ...options }))).integrations,
    async add({ provider, account, serviceKey, ...rest }, options) {
      const body = { operation: 'add' as const, provider, account, serviceKey, ...given(rest) }
      const { integration, signingSecret } = await unwrap(client.POST(path, { body, ...options }))
      return { integration: integration!, ...(signingSecret !== undefined && { signingSecret }) }
    },
    async test({ provider, account }, options) {
      const body = { operation: 'test' as const, provider, account }
      return (await unwrap(client.POST(path, { body, ...options }))).delivery!
    },
    async delete({ provider, account }, options) {
      const body = { operation: 'delete' as const, provider, account }
      await unwrap(client.POST(path, { body, ...options }))
    },
    async deliveries(query = {}, options) {
      const params = { query: given(query) }
      const { deliveries, page } = await unwrap(client.GET('/service-integration/deliveries', { params, ...options }))
      return { items: deliveries, ...page }
    },
  }
}
