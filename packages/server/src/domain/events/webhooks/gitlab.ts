import { fieldsOf, firstOf, type Payload, textOf, timeOf } from './payload.ts'
import {
  type DeliveryReaders,
  type DeliveryReport,
  ignoreState,
  readDelivery,
  reportDeployment,
  reportRelease,
  versionOf,
} from './reported-change.ts'

const readers: DeliveryReaders = {
  deployment: readDeployment,
  release: readRelease,
  pipeline: readPipeline,
}

/** What a delivery of GitLab reports; its kind stands in the payload. */
export function readGitlab(payload: unknown, environment: string | undefined): DeliveryReport {
  const fields = fieldsOf(payload)
  return readDelivery(readers, textOf(fields.object_kind), fields, environment)
}

function readDeployment(payload: Payload, wanted: string | undefined): DeliveryReport {
  const status = textOf(payload.status)
  if (status !== 'success' && status !== 'failed') return ignoreState('deployment', status)
  const report = {
    key: `gitlab:deployment:${textOf(payload.deployment_id)}:${status}`,
    at: timeOf(payload.status_changed_at),
    name: nameOf(payload),
    version: versionOf(textOf(payload.ref), textOf(payload.short_sha)),
    hasFailed: status === 'failed',
    environment: textOf(payload.environment),
    link: firstOf(payload.deployable_url, fieldsOf(payload.project).web_url),
  }
  return reportDeployment(report, wanted)
}

function readRelease(payload: Payload): DeliveryReport {
  const action = textOf(payload.action)
  if (action !== 'create') return ignoreState('release', action)
  return reportRelease({
    key: `gitlab:release:${textOf(payload.id)}`,
    at: timeOf(payload.released_at) ?? timeOf(payload.created_at),
    name: nameOf(payload),
    version: textOf(payload.tag),
    link: firstOf(payload.url),
  })
}

function readPipeline(payload: Payload): DeliveryReport {
  const pipeline = fieldsOf(payload.object_attributes)
  const ref = textOf(pipeline.ref)
  const { default_branch: main, web_url: projectUrl } = fieldsOf(payload.project)
  const isMain = ref !== '' && ref === textOf(main)
  if (!isMain && pipeline.tag !== true) return { ignored: 'a pipeline of another than the default branch' }
  if (textOf(pipeline.status) !== 'success') return { ignored: `a pipeline that is ${textOf(pipeline.status)}` }
  return {
    key: `gitlab:pipeline:${textOf(pipeline.id)}`,
    at: timeOf(pipeline.finished_at),
    kind: 'other',
    title: `Pipeline of ${nameOf(payload)} ${ref} passed`,
    version: pipeline.tag === true ? ref : textOf(pipeline.sha).slice(0, 8),
    link: firstOf(pipeline.url, projectUrl),
  }
}

function nameOf({ project }: Payload): string {
  return textOf(fieldsOf(project).name) || 'a project'
}
