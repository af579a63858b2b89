import { fieldsOf, type ToldEvent, textOf, timeOf } from './told-event.ts'

type Reader = (payload: Readonly<Record<string, unknown>>, environment: string | undefined) => ToldEvent

const readers: Readonly<Record<string, Reader>> = {
  deployment_status: readDeployment,
  release: readRelease,
  push: readPush,
  ping: () => ({ ignored: 'a ping' }),
}

/** What a delivery of GitHub says; `event` is its header X-GitHub-Event. */
export function readGithub(event: string, payload: unknown, environment: string | undefined): ToldEvent {
  const read = Object.hasOwn(readers, event) ? readers[event] : undefined
  return (
    read?.(fieldsOf(payload), environment) ?? { ignored: `events of the kind ${event || 'unknown'} tell of no change` }
  )
}

const outcomes: Readonly<Record<string, string>> = { success: 'deployed', failure: 'failed', error: 'failed' }

function readDeployment(payload: Readonly<Record<string, unknown>>, wanted: string | undefined): ToldEvent {
  const status = fieldsOf(payload.deployment_status)
  const deployment = fieldsOf(payload.deployment)
  const state = textOf(status.state)
  const outcome = outcomes[state]
  if (outcome === undefined) return { ignored: `a deployment that is ${state || 'in no state'}` }
  const environment = textOf(status.environment) || textOf(deployment.environment)
  if (wanted !== undefined && environment.toLowerCase() !== wanted.toLowerCase())
    return { ignored: `a deployment to ${environment || 'no environment'}` }
  const version = versionOf(textOf(deployment.ref), textOf(deployment.sha))
  const place = environment === '' ? '' : ` to ${environment}`
  return {
    key: `github:deployment:${textOf(deployment.id)}:${outcome}`,
    at: timeOf(status.created_at),
    kind: 'deployment',
    title:
      outcome === 'deployed'
        ? `${nameOf(payload)} ${version} deployed${place}`
        : `Deployment of ${nameOf(payload)} ${version}${place} failed`,
    version,
    link: firstOf(status.environment_url, status.log_url, status.target_url, fieldsOf(payload.repository).html_url),
  }
}

function readRelease(payload: Readonly<Record<string, unknown>>): ToldEvent {
  const release = fieldsOf(payload.release)
  const action = textOf(payload.action)
  if (action !== 'published') return { ignored: `a release that is ${action || 'in no state'}` }
  const version = textOf(release.tag_name)
  return {
    key: `github:release:${textOf(release.id)}`,
    at: timeOf(release.published_at),
    kind: 'deployment',
    title: `${nameOf(payload)} ${version} released`,
    version,
    link: firstOf(release.html_url),
  }
}

function readPush(payload: Readonly<Record<string, unknown>>): ToldEvent {
  const branch = textOf(payload.ref).replace(/^refs\/heads\//, '')
  const { default_branch: main, pushed_at: pushedAt } = fieldsOf(payload.repository)
  if (branch !== textOf(main) || branch === '') return { ignored: 'a push to another than the default branch' }
  const commit = fieldsOf(payload.head_commit)
  const sha = textOf(payload.after)
  if (payload.deleted === true || sha === '') return { ignored: 'a branch that was deleted' }
  const [subject = ''] = textOf(commit.message).split('\n')
  return {
    key: `github:push:${sha}`,
    at: timeOf(pushedAt) ?? timeOf(commit.timestamp),
    kind: 'other',
    title: `Push to ${branch} of ${nameOf(payload)}${subject === '' ? '' : `: ${subject}`}`,
    version: sha.slice(0, shortSha),
    link: firstOf(payload.compare, commit.url),
  }
}

const shortSha = 7

/** A branch or tag says more than a commit, unless it is one. */
function versionOf(ref: string, sha: string): string {
  const isCommit = ref === '' || /^[0-9a-f]{40}$/.test(ref)
  return isCommit ? sha.slice(0, shortSha) : /^v?\d/.test(ref) ? ref : `${ref}@${sha.slice(0, shortSha)}`
}

function nameOf({ repository }: Readonly<Record<string, unknown>>): string {
  return textOf(fieldsOf(repository).name) || 'a repository'
}

function firstOf(...links: unknown[]): string | undefined {
  return links.map(textOf).find((link) => link !== '')
}
