import { eq, sql } from 'drizzle-orm'
import { projects } from '../../schema/index.ts'
import type { DataType } from '../../schema/wire-types.ts'
import type { Context, Sender } from '../context.ts'
import { DomainError, type Sentence } from '../errors.ts'
import { prepared } from '../prepared.ts'

const projectOf = prepared((db) =>
  db
    .select()
    .from(projects)
    .where(eq(projects.sourceId, sql.placeholder('sourceId')))
    .prepare('ingest_project'),
)

/** The project that a sender sends to, which collects this type of data. */
export async function requireProject(
  { db }: Pick<Context, 'db'>,
  { sourceId }: Pick<Sender, 'sourceId'>,
  sent: DataType,
): Promise<typeof projects.$inferSelect> {
  const [project] = await projectOf(db).execute({ sourceId })
  if (!project) throw new DomainError('UNAUTHENTICATED')
  if (project.dataType !== sent) throw new DomainError('WRONG_DATA_TYPE', { message: REFUSALS[sent] })
  return project
}

const REFUSALS: Record<DataType, Sentence> = {
  Log: {
    en: 'This key belongs to a project for metrics. Send log lines with the key of a log project.',
    'zh-CN': '该密钥属于指标项目，请使用日志项目的密钥发送日志。',
  },
  Metric: {
    en: 'This key belongs to a project for logs. Send samples with the key of a metric project.',
    'zh-CN': '该密钥属于日志项目，请使用指标项目的密钥发送样本。',
  },
}
