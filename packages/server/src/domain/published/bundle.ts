import type { Principal } from '../access.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { buildOfflineFile, type OfflineFact } from '../offline/index.ts'
import { readFrozen } from './get.ts'
import { findPublished, type PublishedRow } from './published-row.ts'
import { readCopy } from './read-series.ts'

/** Ranges of each series, and of all together; stated in the API's description. */
const MAX_BUCKETS = 2000
const VALUES_IN_A_FILE = 80_000
const MAX_SERIES = 200

/** A published detection as one HTML file, which opens without this server. */
export async function buildBundle(
  ctx: Context,
  principal: Principal,
  id: string,
  locale: Locale,
): Promise<{ html: string; fileName: string }> {
  const row = await findPublished(ctx, principal, id)
  const detections = { en: await readFrozen(ctx, id, 'en'), 'zh-CN': await readFrozen(ctx, id, 'zh-CN') }
  const drawn = Math.max(1, Math.min(MAX_SERIES, row.seriesCount))
  const buckets = Math.max(60, Math.min(MAX_BUCKETS, Math.floor(VALUES_IN_A_FILE / drawn)))
  const values = await readCopy(ctx, row, { buckets })
  const { name, description, createdAt } = row
  const html = await buildOfflineFile(ctx, {
    name,
    description,
    detections,
    values,
    locale,
    madeAt: createdAt,
    facts: factsOf(row),
  })
  return { html, fileName: `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')}.html` }
}

function factsOf(row: PublishedRow): OfflineFact[] {
  const { ownerUserName, system, originName, modelName, modelType, modelVersion, pvalue, cvalue, run } = row
  const fact = (en: string, chinese: string, value: string | null | undefined, href?: string): OfflineFact[] =>
    value === null || value === undefined || value === ''
      ? []
      : [{ name: { en, 'zh-CN': chinese }, value, ...(href !== undefined && { href }) }]
  const model = modelName === null ? null : `${modelName} v${modelVersion ?? 1} (${modelType ?? ''})`
  return [
    ...fact('Published by', '发布者', ownerUserName),
    ...fact('System', '系统', system),
    ...fact(row.origin === 'file' ? 'File' : 'Project', row.origin === 'file' ? '文件' : '项目', originName),
    ...fact('Model', '模型', model),
    ...fact('Parameters', '参数', pvalue === null ? null : `pvalue ${pvalue}, cvalue ${cvalue ?? 1}`),
    ...fact('Commit', '提交', run.commit),
    ...fact('Branch', '分支', run.branch),
    ...fact('Build', '构建', run.buildLink, run.buildLink),
  ]
}
