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
  deployment_status: readDeployment,
  release: readRelease,
  push: readPush,
  ping: () => ({ ignored: 'a ping' }),
}

/** What a delivery of GitHub reports; `event` is its header X-GitHub-Event. */
export function readGithub(event: string, payload: unknown, environment: string | undefined): DeliveryReport {
  return readDelivery(readers, event, fieldsOf(payload), environment)
}

const OUTCOMES: Readonly<Record<string, string>> = { success: 'deployed', failure: 'failed', error: 'failed' }

function readDeployment(payload: Payload, wanted: string | undefined): DeliveryReport {
  const status = fieldsOf(payload.deployment_status)
  const deployment = fieldsOf(payload.deployment)
  const state = textOf(status.state)
  const outcome = OUTCOMES[state]
  if (outcome === undefined) return ignoreState('deployment', state)
  const ref = textOf(deployment.ref)
  const isCommit = /^[0-9a-f]{40}$/.test(ref)
  const report = {
    key: `github:deployment:${textOf(deployment.id)}:${outcome}`,
    at: timeOf(status.created_at),
    name: nameOf(payload),
    version: versionOf(isCommit ? '' : ref, textOf(deployment.sha).slice(0, SHORT_SHA)),
    hasFailed: outcome === 'failed',
    environment: textOf(status.environment) || textOf(deployment.environment),
    link: firstOf(status.environment_url, status.log_url, status.target_url, fieldsOf(payload.repository).html_url),
  }
  return reportDeployment(report, wanted)
}

function readRelease(payload: Payload): DeliveryReport {
  const release = fieldsOf(payload.release)
  const action = textOf(payload.action)
  if (action !== 'published') return ignoreState('release', action)
  return reportRelease({
    key: `github:release:${textOf(release.id)}`,
    at: timeOf(release.published_at),
    name: nameOf(payload),
    version: textOf(release.tag_name),
    link: firstOf(release.html_url),
  })
}

function readPush(payload: Payload): DeliveryReport {
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
    version: sha.slice(0, SHORT_SHA),
    link: firstOf(payload.compare, commit.url),
  }
}

const SHORT_SHA = 7

function nameOf({ repository }: Payload): string {
  return textOf(fieldsOf(repository).name) || 'a repository'
}
