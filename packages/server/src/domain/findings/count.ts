import { and, count, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { accounts, findingCounts, findings, incidents, projects, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** A figure of a project. */
interface ProjectCount {
  readonly project: string
  readonly owner: string
  readonly count: number
}

interface FindingCounts {
  /** Findings that were ever reported, by kind. */
  readonly reported: readonly (ProjectCount & { readonly kind: string })[]
  readonly open: readonly (ProjectCount & { readonly kind: string })[]
  /** Incidents that are not resolved. */
  readonly incidents: readonly ProjectCount[]
}

/** What live detection has found in all projects, for who runs the server. */
export async function countLiveFindings({ db }: Pick<Context, 'db'>): Promise<FindingCounts> {
  const of = { project: sources.name, owner: accounts.userName }
  const isThere = and(eq(sources.kind, 'project'), isNull(projects.removedAt))
  const [reported, open, unresolved] = await Promise.all([
    db
      .select({ ...of, kind: findingCounts.kind, count: findingCounts.reported })
      .from(findingCounts)
      .innerJoin(sources, eq(sources.id, findingCounts.sourceId))
      .innerJoin(projects, eq(projects.sourceId, sources.id))
      .innerJoin(accounts, eq(accounts.id, sources.ownerId))
      .where(isThere),
    db
      .select({ ...of, kind: findings.kind, count: count() })
      .from(findings)
      .innerJoin(sources, eq(sources.id, findings.sourceId))
      .innerJoin(projects, eq(projects.sourceId, sources.id))
      .innerJoin(accounts, eq(accounts.id, sources.ownerId))
      .where(and(isThere, isNotNull(findings.key), isNull(findings.endTime)))
      .groupBy(sources.name, accounts.userName, findings.kind),
    db
      .select({ ...of, count: count() })
      .from(incidents)
      .innerJoin(sources, eq(sources.id, incidents.sourceId))
      .innerJoin(projects, eq(projects.sourceId, sources.id))
      .innerJoin(accounts, eq(accounts.id, sources.ownerId))
      .where(and(isThere, ne(incidents.state, 'resolved')))
      .groupBy(sources.name, accounts.userName),
  ])
  return { reported, open, incidents: unresolved }
}
