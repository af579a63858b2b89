import type { Io } from './io.ts'

/** What a CI system says of the run. */
export interface CiFacts {
  commit?: string
  branch?: string
  buildLink?: string
}

/** Read from the environment of GitHub Actions, GitLab CI, or whatever sets variables of these names. */
export function ciFacts({ env }: Pick<Io, 'env'>): CiFacts {
  const commit = env.GITHUB_SHA || env.CI_COMMIT_SHA
  // Of a pull request GITHUB_REF_NAME is its number
  const branch = env.GITHUB_HEAD_REF || env.GITHUB_REF_NAME || env.CI_COMMIT_REF_NAME
  const buildLink = githubRun(env) || env.CI_JOB_URL || env.CI_PIPELINE_URL
  return { ...(commit && { commit }), ...(branch && { branch }), ...(buildLink && { buildLink }) }
}

function githubRun({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: Io['env']): string | undefined {
  if (!GITHUB_SERVER_URL || !GITHUB_REPOSITORY || !GITHUB_RUN_ID) return undefined
  return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
}
