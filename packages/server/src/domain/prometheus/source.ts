import type { Caller, Context, Sender } from '../context.ts'
import { invalidField } from '../invalid-field.ts'
import { findReadableProject } from '../projects/project-row.ts'

/** The project that a key may read, or the one that a caller names. */
export async function readableSourceId(
  ctx: Pick<Context, 'db'>,
  reader: { readonly sender: Sender | null; readonly caller: Caller | null },
  projectName: string | undefined,
): Promise<string> {
  if (reader.sender) return reader.sender.sourceId
  if (projectName === undefined) throw invalidField('projectName', 'is required with an access token')
  return (await findReadableProject(ctx, reader.caller!, projectName)).source.id
}
