import type { Caller, Context } from '../../domain/context.ts'
import { listDeliveries } from '../../domain/deliveries/index.ts'
import type { Locale } from '../../domain/errors.ts'
import {
  addIntegration,
  changeIntegration,
  deleteIntegration,
  listIntegrations,
  testIntegration,
} from '../../domain/integrations/index.ts'
import { invalidField } from '../../domain/invalid-field.ts'
import type { Bodies, OperationHandlers } from '../operation.ts'

type IntegrationOperation = 'listIntegrations' | 'serviceIntegration' | 'listDeliveries'
type Body = Bodies<'serviceIntegration'>['application/json']

export const integrationOperations: OperationHandlers<IntegrationOperation> = {
  listIntegrations: async ({ ctx, caller, locale }) => ({
    integrations: await listIntegrations(ctx, caller, locale),
  }),
  serviceIntegration: async ({ ctx, caller, body, locale }) => {
    const done = await perform(ctx, caller, body, locale)
    return { integrations: await listIntegrations(ctx, caller, locale), ...done }
  },
  listDeliveries: ({ ctx, caller, query, locale }) =>
    listDeliveries(ctx, caller, query as Required<typeof query>, locale),
}

async function perform(ctx: Context, caller: Caller, body: Body, locale: Locale) {
  switch (body.operation) {
    case 'list':
      return {}
    case 'add': {
      const { serviceKey, endpoint, projectNames, isForEscalation = false } = body
      const name = nameOf(body)
      if (serviceKey === undefined) throw missing('serviceKey')
      return addIntegration(ctx, caller, { ...name, serviceKey, endpoint, projectNames, isForEscalation }, locale)
    }
    case 'change': {
      const { serviceKey, endpoint, projectNames, allProjects, isForEscalation, dryRun } = body
      const changes = { serviceKey, endpoint, projectNames, allProjects, isForEscalation, dryRun }
      return { changes: await changeIntegration(ctx, caller, nameOf(body), changes) }
    }
    case 'test':
      return { delivery: await testIntegration(ctx, caller, nameOf(body), locale) }
    case 'delete':
      await deleteIntegration(ctx, caller, nameOf(body))
      return {}
  }
}

function nameOf({ provider, account }: Body) {
  if (provider === undefined) throw missing('provider')
  if (account === undefined) throw missing('account')
  return { provider, account }
}

function missing(field: 'provider' | 'account' | 'serviceKey') {
  return invalidField(field, 'is required for this operation', { rule: 'required' })
}
