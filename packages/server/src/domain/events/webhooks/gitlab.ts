import { fieldsOf, type ToldEvent, textOf, timeOf } from './told-event.ts'

type Payload = Readonly<Record<string, unknown>>

const readers: Readonly<Record<string, (payload: Payload, environment: string | undefined) => ToldEvent>> = {
  deployment: readDeployment,
  release: readRelease,
  pipeline: readPipeline,
}

/** What a delivery of GitLab says; its kind stands in the payload. */
export function readGitlab(payload: unknown, environment: string | undefined): ToldEvent {
  const fields = fieldsOf(payload)
  const kind = textOf(fields.object_kind)
  const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined
  return read?.(fields, environment) ?? { ignored: `events of the kind ${kind || 'unknown'} tell of no change` }
}

function readDeployment(payload: Payload, wanted: string | undefined): ToldEvent {
  const status = textOf(payload.status)
  if (status !== 'success' && status !== 'failed') return { ignored: `a deployment that is ${status || 'in no state'}` }
  const environment = textOf(payload.environment)
  if (wanted !== undefined && environment.toLowerCase() !== wanted.toLowerCase())
    return { ignored: `a deployment to ${environment || 'no environment'}` }
  const sha = textOf(payload.short_sha)
  const ref = textOf(payload.ref)
  const version = /^v?\d/.test(ref) ? ref : ref === '' ? sha : `${ref}@${sha}`
  const place = environment === '' ? '' : ` to ${environment}`
  return {
    key: `gitlab:deployment:${textOf(payload.deployment_id)}:${status}`,
    at: timeOf(payload.status_changed_at),
    kind: 'deployment',
    title:
      status === 'success'
        ? `${nameOf(payload)} ${version} deployed${place}`
        : `Deployment of ${nameOf(payload)} ${version}${place} failed`,
    version,
    link: textOf(payload.deployable_url) || textOf(fieldsOf(payload.project).web_url) || undefined,
  }
}

function readRelease(payload: Payload): ToldEvent {
  const action = textOf(payload.action)
  if (action !== 'create') return { ignored: `a release that is ${action || 'in no state'}` }
  const version = textOf(payload.tag)
  return {
    key: `gitlab:release:${textOf(payload.id)}`,
    at: timeOf(payload.released_at) ?? timeOf(payload.created_at),
    kind: 'deployment',
    title: `${nameOf(payload)} ${version} released`,
    version,
    link: textOf(payload.url) || undefined,
  }
}

function readPipeline(payload: Payload): ToldEvent {
  const pipeline = fieldsOf(payload.object_attributes)
  const ref = textOf(pipeline.ref)
  const isMain = ref !== '' && ref === textOf(fieldsOf(payload.project).default_branch)
  if (!isMain && pipeline.tag !== true) return { ignored: 'a pipeline of another than the default branch' }
  if (textOf(pipeline.status) !== 'success') return { ignored: `a pipeline that is ${textOf(pipeline.status)}` }
  return {
    key: `gitlab:pipeline:${textOf(pipeline.id)}`,
    at: timeOf(pipeline.finished_at),
    kind: 'other',
    title: `Pipeline of ${nameOf(payload)} ${ref} passed`,
    version: pipeline.tag === true ? ref : textOf(pipeline.sha).slice(0, 8),
    link: textOf(pipeline.url) || textOf(fieldsOf(payload.project).web_url) || undefined,
  }
}

function nameOf({ project }: Payload): string {
  return textOf(fieldsOf(project).name) || 'a project'
}
