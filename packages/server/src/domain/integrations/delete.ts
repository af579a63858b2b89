import { integrations } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { type IntegrationName, isNamed } from './integration-row.ts'

/** With its key and its deliveries; what waits is not sent. */
export async function deleteIntegration({ db }: Context, caller: Caller, name: IntegrationName): Promise<void> {
  const deleted = await db.delete(integrations).where(isNamed(caller, name)).returning({ id: integrations.id })
  if (deleted.length === 0) throw notFound('integration')
}
