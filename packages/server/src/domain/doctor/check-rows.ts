import { sql } from 'drizzle-orm'
import { datasets, detections, files, modelVersions, published, weights } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { countOf } from './count-of.ts'
import { type Finding, failure, ok } from './finding.ts'

/** Dangling references between tables, which only a fault can leave, since every change is one transaction. */
export async function* checkRows(ctx: Pick<Context, 'db'>): AsyncGenerator<Finding> {
  const lost = {
    'files reference a missing dataset': sql`select count(*)::int as total from ${files} where ${files.datasetId} is not null and not exists (select 1 from ${datasets} where ${datasets.id} = ${files.datasetId})`,
    'detections reference missing points': sql`select count(*)::int as total from ${detections} where not exists (select 1 from ${datasets} where ${datasets.id} = ${detections.pointsId})`,
    'detections reference missing scores': sql`select count(*)::int as total from ${detections} where ${detections.scoresId} is not null and not exists (select 1 from ${datasets} where ${datasets.id} = ${detections.scoresId})`,
    'published copies reference missing points': sql`select count(*)::int as total from ${published} where ${published.pointsId} is not null and not exists (select 1 from ${datasets} where ${datasets.id} = ${published.pointsId})`,
    'published copies reference missing scores': sql`select count(*)::int as total from ${published} where ${published.scoresId} is not null and not exists (select 1 from ${datasets} where ${datasets.id} = ${published.scoresId})`,
    'versions of models are ready without weights': sql`select count(*)::int as total from ${modelVersions} where ${modelVersions.state} = 'ready' and not exists (select 1 from ${weights} where ${weights.handle} = ${modelVersions.weightsHandle})`,
  }
  let total = 0
  for (const [text, query] of Object.entries(lost)) {
    const count = await countOf(ctx, query)
    total += count
    if (count > 0)
      yield failure('rows', `${count} ${text}`, 'Restore a backup, or delete them on the page and make them anew.')
  }
  if (total === 0) yield ok('rows', 'every reference between rows is valid')
}
