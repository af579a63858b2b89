import type { Change } from '@omen/engine'
import { changeName } from '@omen/sdk/rules'
import type { Context } from '../../context.ts'
import { readEvents } from '../../events/index.ts'

/** A change with where to read more about it. */
export interface KnownChange extends Change {
  readonly instances: readonly string[]
  readonly link: string | null
}

/** What was changed in a span, as CI and people reported it; one that names a single instance speaks for that. */
export async function readChanges(
  ctx: Pick<Context, 'db'>,
  sourceId: string,
  span: { readonly from: number; readonly to: number },
): Promise<KnownChange[]> {
  const events = await readEvents(ctx, sourceId, span)
  return events.map(({ at, kind, title, version, instances, link }) => {
    const named = instances ?? []
    const [only] = named
    return {
      at,
      kind,
      text: changeName({ title, version }),
      instances: named,
      link: link ?? null,
      ...(named.length === 1 && { instance: only! }),
    }
  })
}
