import { eq } from 'drizzle-orm'
import { insertIngestKey } from '../domain/ingest-keys/index.ts'
import {
  accounts,
  detections,
  events,
  files,
  findings,
  incidents,
  members,
  modelShares,
  models,
  modelVersions,
  postMortemTemplates,
  projects,
  published,
  reportSchedules,
  sources,
} from '../schema/index.ts'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from './sample-table.ts'
import type { TestServer } from './start-test-server.ts'
import type { TestClient } from './test-client.ts'
import { detect, storeText, train } from './uploads.ts'

/** What one account owns, for tests of who else may do what with it. */
export interface AccessWorld {
  readonly owner: TestClient
  /** An account that the model, and the source of the detection, are shared with. */
  readonly memberName: string
  readonly filename: string
  readonly modelId: string
  readonly detectionId: string
  readonly periodId: string
  readonly jobId: string
  /** As others name it: name@owner. */
  readonly projectName: string
  /** Of the project, as a live analysis names it. */
  readonly findingId: string
  /** Of the project. */
  readonly incidentId: string
  /** Shared with the member. */
  readonly publishedId: string
  /** Copies that may be deleted. */
  newFile(): Promise<string>
  newModel(): Promise<string>
  newDetection(): Promise<string>
  newPublished(): Promise<string>
  newToken(): Promise<string>
  newInvitation(): Promise<string>
  newEvent(): Promise<string>
  newIngestKey(): Promise<string>
  newTemplate(): Promise<string>
  newReportSchedule(): Promise<string>
  /** Ids of the owner that an answer to nobody else may name. */
  readonly ids: Set<string>
}

export async function createAccessWorld(
  server: TestServer,
  owner: TestClient,
  memberName: string,
): Promise<AccessWorld> {
  const start = SAMPLE_START + 400 * SAMPLE_STEP_MS
  await train(owner, 'owned', sampleTable({ rows: 400 }), { modelType: 'Split' })
  const { job } = (await detect(owner, 'owned', sampleTable({ rows: 200, start, trouble: [50, 90] }))).body
  const { detection } = (await owner.get(`detections/${job.result.detectionId}`)).body
  const filename: string = await storeText(owner, 'owned.csv', sampleTable({ rows: 60 }))
  await owner.post('add-custom-project', { projectName: 'owned', samplingInterval: 1 })
  const projectName = `owned@${owner.userName}`
  await owner.post('project-members', { projectName, userNames: [memberName] })
  const ids = new Set<string>([filename, detection.filename, detection.modelId, detection.id, job.id])
  const named = (id: string): string => {
    ids.add(id)
    return id
  }
  const { db, random } = server.ctx
  const [member] = await db.select().from(accounts).where(eq(accounts.userName, memberName))
  const shareWithMember = (modelId: string) => db.insert(modelShares).values({ modelId, accountId: member!.id })
  await shareWithMember(detection.modelId)
  const [project] = await db.select().from(sources).where(eq(sources.name, 'owned'))
  const [found] = await db.select().from(findings).where(eq(findings.type, 'period'))
  const { id: _, seriesCount: __, ...period } = found!
  const ofProject = { ...period, sourceId: project!.id, detectionId: null, key: 'k', number: 0 }
  const [live] = await db.insert(findings).values(ofProject).returning()
  const incidentId = named(`in_${random.secret(9)}`)
  const incident = { id: incidentId, sourceId: project!.id, onset: 0, createdAt: 0 }
  await db.insert(incidents).values({ ...incident, state: 'open' })
  await db.insert(members).values({ sourceId: detection.filename, accountId: member!.id, addedAt: 0 })
  const publication = { detectionId: detection.id, name: 'owned', visibility: 'shared', userNames: [memberName] }
  const publishing = await owner.post('publishdatafile', publication, { Prefer: 'wait=30' })
  const publishedId = named(publishing.body.job.result.publishedId)
  return {
    owner,
    memberName,
    filename,
    modelId: detection.modelId,
    detectionId: detection.id,
    periodId: detection.periods[0].id,
    jobId: job.id,
    projectName,
    findingId: `f${live!.id}`,
    incidentId,
    publishedId,
    ids,
    newFile: async () => {
      const id = `f_${random.id().replaceAll('-', '').slice(0, 24)}`
      const [source] = await db.select().from(sources).where(eq(sources.id, filename))
      const [file] = await db.select().from(files).where(eq(files.id, filename))
      await db.insert(sources).values({ ...source!, id })
      await db.insert(files).values({ ...file!, id })
      return named(id)
    },
    newModel: async () => {
      const id = random.id()
      const [model] = await db.select().from(models).where(eq(models.id, detection.modelId))
      const [version] = await db.select().from(modelVersions).where(eq(modelVersions.modelId, detection.modelId))
      await db.insert(models).values({ ...model!, id, modelName: `copy-${id.slice(0, 8)}` })
      await db.insert(modelVersions).values({ ...version!, modelId: id })
      await shareWithMember(id)
      return named(id)
    },
    newDetection: async () => {
      const id = random.id()
      const [row] = await db.select().from(detections).where(eq(detections.id, detection.id))
      await db.insert(detections).values({ ...row!, id, jobId: random.id() })
      return named(id)
    },
    newPublished: async () => {
      const id = `pb_${random.id().replaceAll('-', '').slice(0, 24)}`
      const [source] = await db.select().from(sources).where(eq(sources.id, publishedId))
      const [row] = await db.select().from(published).where(eq(published.sourceId, publishedId))
      const { isOpen: _, ...copy } = row!
      await db.insert(sources).values({ ...source!, id })
      await db.insert(published).values({ ...copy, sourceId: id, jobId: random.id() })
      await db.insert(members).values({ sourceId: id, accountId: member!.id, addedAt: 0 })
      return named(id)
    },
    newToken: async () => named((await owner.post('tokens', { name: 'made', scopes: ['read'] })).body.token.id),
    newIngestKey: async () => {
      const [project] = await db.select().from(projects)
      return named((await insertIngestKey(server.ctx, project!.sourceId, { name: 'made', mayRead: false })).key.id)
    },
    newEvent: async () => {
      const event = { at: 0, kind: 'other' as const, title: 'made', instances: [], by: 'owner001', createdAt: 0 }
      const id = named(`ev_${random.secret(9)}`)
      await db.insert(events).values({ ...event, id, sourceId: project!.id })
      return id
    },
    newTemplate: async () => {
      const id = `pt_${random.secret(9)}`
      await db.insert(postMortemTemplates).values({ id, ownerId: project!.ownerId, name: id, text: '{{title}}' })
      return named(id)
    },
    newReportSchedule: async () => {
      const id = random.id()
      const about = {
        every: 'day' as const,
        hour: 8,
        timeZone: 'UTC',
        recipients: ['a@example.com'],
        locale: 'en' as const,
      }
      await db.insert(reportSchedules).values({ ...about, id, ownerId: project!.ownerId, createdAt: 0 })
      return named(id)
    },
    newInvitation: async () => named((await owner.post('invitations', { uses: 2 })).body.invitation.icode),
  }
}
