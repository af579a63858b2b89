import type { Caller, Context } from '../context.ts'
import { findReadableDetection } from '../detections/detection-row.ts'
import { getDetection } from '../detections/index.ts'
import { DomainError, type Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { findReadableProject, listReadableProjects, type ProjectRow } from '../projects/index.ts'
import { detectionFindings } from './detection-findings.ts'
import { projectFindings } from './project-findings.ts'
import type { ReportSubject } from './report-subject.ts'

export interface SubjectRequest {
  readonly projectName?: string | undefined
  readonly detectionId?: string | undefined
  readonly locale: Locale
}

export async function findSubject(ctx: Context, caller: Caller, request: SubjectRequest): Promise<ReportSubject> {
  const { projectName, detectionId, locale } = request
  if (detectionId === undefined) {
    const isOne = projectName !== undefined
    const rows = isOne ? [await findReadableProject(ctx, caller, projectName)] : await listReadableProjects(ctx, caller)
    return projectSubject(ctx, rows, isOne)
  }
  if (projectName !== undefined)
    throw invalidField('detectionId', 'must not be given together with projectName', { sentence: eitherOr })
  const row = await findReadableDetection(ctx, caller, detectionId)
  if (row.kind !== 'detection') throw new DomainError('CONFLICT', { message: notDetected })
  const wire = await getDetection(ctx, caller, detectionId, { locale })
  const stepMs = row.intervalMs ?? 1
  const detection = { wire, sourceId: row.sourceId, pointsId: row.pointsId, stepMs }
  return {
    ...{ kind: 'detection', projects: [], detection, findings: detectionFindings(detection) },
    ...{ now: row.toTime + stepMs, since: row.fromTime },
  }
}

export function projectSubject(
  { clock }: Pick<Context, 'clock'>,
  rows: readonly ProjectRow[],
  isOne: boolean,
): ReportSubject {
  const now = clock.now()
  const starts = rows.flatMap(({ source }) => source.fromTime ?? [])
  return {
    ...{ kind: isOne ? 'project' : 'projects', projects: rows, detection: undefined },
    ...{ findings: projectFindings(rows, now), now, since: starts.length === 0 ? null : Math.min(...starts) },
  }
}

const eitherOr = {
  en: 'A report is either about projects or about an uploaded file.',
  'zh-CN': '报告只能针对项目或上传的文件之一。',
}
const notDetected = {
  en: 'Nothing was detected in this file: run a detection with a model first.',
  'zh-CN': '此文件尚未检测：请先使用模型运行检测。',
}
