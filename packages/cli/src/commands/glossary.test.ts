import { describe, expect, it } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

describe('omen glossary', () => {
  it('explains every term without a server', async () => {
    const { exit, stdout } = await runCli(['glossary'])
    expect(exit).toBe(0)
    expect(stdout).toContain('period\n  A finding on metrics, with a start and an end.')
  })
  it('explains one term in the language of the environment', async () => {
    const { stdout } = await runCli(['glossary', 'gap'], { env: { LANG: 'zh_CN.UTF-8' } })
    expect(stdout).toMatch(/^缺口\n/)
  })
  it('points to the list of terms for an unknown one', async () => {
    const { exit, stderr } = await runCli(['glossary', 'nothing'])
    expect([exit, stderr]).toEqual([1, expect.stringContaining('"omen glossary" lists all terms')])
  })
})
