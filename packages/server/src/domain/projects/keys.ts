import type { IngestKey } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { createIngestKey, type IngestKeyRequest, listIngestKeys } from '../ingest-keys/index.ts'
import { findOwnProject } from './project-row.ts'

export async function getProjectKeys(ctx: Context, caller: Caller, name: string): Promise<IngestKey[]> {
  return listIngestKeys(ctx, (await findOwnProject(ctx, caller, name)).source.id)
}

/** A further key; the secret is returned once. */
export async function addProjectKey(ctx: Context, caller: Caller, name: string, request: IngestKeyRequest) {
  const { source, project } = await findOwnProject(ctx, caller, name)
  return { dataType: project.dataType, ...(await createIngestKey(ctx, source.id, request)) }
}
