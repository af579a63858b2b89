import { expect, it } from 'vitest'
import { ciFacts } from './ci-facts.ts'

it('knows a run of GitHub Actions, and the branch of a pull request', () => {
  const env = {
    GITHUB_SHA: 'abc',
    GITHUB_REF_NAME: '7/merge',
    GITHUB_HEAD_REF: 'faster',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'a/b',
    GITHUB_RUN_ID: '42',
  }
  expect(ciFacts({ env })).toEqual({
    commit: 'abc',
    branch: 'faster',
    buildLink: 'https://github.com/a/b/actions/runs/42',
  })
})

it('knows a job of GitLab CI, and nothing outside of one', () => {
  const env = { CI_COMMIT_SHA: 'abc', CI_COMMIT_REF_NAME: 'main', CI_JOB_URL: 'https://gitlab.example/1' }
  expect(ciFacts({ env })).toEqual({ commit: 'abc', branch: 'main', buildLink: 'https://gitlab.example/1' })
  expect(ciFacts({ env: { GITHUB_SHA: '' } })).toEqual({})
})
