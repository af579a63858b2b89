import type { LiveAnalysis, TrainingPreview } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { liveAnalysis } from '../testing/live-analysis.ts'
import { runCli } from '../testing/run-cli.ts'
import { detection, NOW, period } from '../testing/samples.ts'
import { failure, startWireServer } from '../testing/wire-server.ts'

const MINUTE = 60_000
const LEARNED: TrainingPreview = {
  nextTrainingAt: NOW + 60 * MINUTE,
  durationMs: 12 * MINUTE,
  leftOutMs: 0,
  leftOutBeforeMs: 12 * MINUTE,
}

const LOG_FINDING: NonNullable<LiveAnalysis['logs']>[number] = {
  id: 'f11',
  kind: 'new',
  start: NOW,
  end: NOW,
  lines: 1,
  val: 5,
  probability: 0.001,
  instance: 'web1',
  templateId: 1,
  template: 'failed <*>',
  example: 'failed 1',
  isError: true,
  state: 'over',
  sentence: 'a line never seen before',
}

async function bench(preview: TrainingPreview = LEARNED) {
  const server = await startWireServer()
  server.detections.set('d-abcd1', detection({ id: 'd-abcd1' }))
  const said = { verdict: 'true', verdictBy: 'alice1', verdictAt: NOW } as const
  server.answer = ({ path, fields }) => {
    if (path === '/liveAnalysis')
      return { body: liveAnalysis({ periods: [period({ id: 'f7', ...said }), period({ id: 'f9' })] }) }
    const applied = String(fields.dryRun) !== 'true'
    if (path === '/projects/shop/verdicts') return { body: { success: true, applied, preview } }
    if (path !== '/detections/d-abcd1/verdicts') return undefined
    return { body: { success: true, applied, preview: { days: 30, vanish: 2, appear: 0, keep: 1, periods: [] } } }
  }
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  return { server, env, verdict: (...args: string[]) => runCli(['verdict', ...args], { env }) }
}

describe('omen verdict', () => {
  it('marks a finding of a project, and says what its next model learns', async () => {
    const { server, verdict } = await bench()
    const { stdout, exit } = await verdict('shop', 'f9', '--is', 'false', '--note', 'load test', '--replaces', 'none')
    expect(stdout).toBe(
      'f9 is marked as a false alarm. The next training of the model, from 2026-11-20 14:00 on, learns 12m of this finding as normal.\n',
    )
    expect(exit).toBe(0)
    expect(server.calls.at(-1)!.fields).toEqual({
      findingId: 'f9',
      verdict: 'false',
      note: 'load test',
      replaces: 'none',
      dryRun: false,
    })
  })

  it('says what would change, and what does not', async () => {
    const { verdict } = await bench({ ...LEARNED, leftOutMs: 12 * MINUTE })
    expect((await verdict('shop', 'f9', '--is', 'false', '--dry-run')).stdout).toMatch(
      /^The next training .* leaves out 12m of this finding, where something else was found, as it does without the verdict\.\n$/,
    )
    const { json } = await verdict('shop', 'f9', '--is', 'false', '--dry-run', '--json')
    expect(json()).toMatchObject({ success: true, applied: false, preview: { leftOutMs: 12 * MINUTE } })
    const { verdict: without } = await bench({ ...LEARNED, nextTrainingAt: null })
    expect((await without('shop', 'f9', '--is', 'true')).stdout).toContain('The project trains no model')
  })

  it('lists findings with their ids and verdicts', async () => {
    const { server, verdict } = await bench()
    const { stdout } = await verdict('shop')
    expect(stdout).toMatch(/\nf7 .* true .*cpu on node2/)
    expect(stdout).toMatch(/\nf9 .* – .*cpu on node2/)
    expect(server.calls.at(-1)!.query.get('span')).toBe('86400000')
    expect((await verdict('shop', '--json')).json()).toMatchObject({ periods: [{ id: 'f7', verdict: 'true' }, {}] })
  })

  it('says that findings in log lines take no verdict', async () => {
    const { server, verdict } = await bench()
    server.answer = () => ({ body: liveAnalysis({ logs: [LOG_FINDING, { ...LOG_FINDING, id: 'f12' }] }) })
    const { stdout, stderr, exit } = await verdict('applog')
    expect([exit, stdout]).toEqual([0, ''])
    expect(stderr).toBe('2 findings in log lines of the last 24 hours: those take no verdict.\n')
  })

  it('marks a period of a detection', async () => {
    const { server, verdict } = await bench()
    const { stdout } = await verdict('d-abcd1', 'p1', '--is', 'false', '--detection')
    expect(stdout).toBe(
      'p1 is marked as a false alarm. 2 periods of the last 30 days no longer shown, 1 period left.\n',
    )
    expect(server.calls.at(-1)!.fields).toEqual({ periodId: 'p1', verdict: 'false', dryRun: false })
    expect((await verdict('d-abcd1', '--detection')).stdout).toMatch(/\np1 /)
  })

  it('refuses what is no verdict, and what is no finding of a project', async () => {
    const { verdict } = await bench()
    for (const args of [['f9'], ['--is', 'true'], ['f9', '--is', 'maybe'], ['p1', '--is', 'true']])
      expect((await verdict('shop', ...args)).exit).toBe(2)
  })

  it('fails where somebody has marked it otherwise meanwhile', async () => {
    const { server, verdict } = await bench()
    server.answer = () => failure(409, 'CONFLICT', 'Another verdict was given on this period meanwhile.')
    const { exit, stderr } = await verdict('shop', 'f9', '--is', 'true', '--replaces', 'none')
    expect(exit).toBe(1)
    expect(stderr).toContain('Another verdict was given')
  })

  it('is completed: findings, then verdicts', async () => {
    const { env } = await bench()
    const complete = async (...words: string[]) =>
      (await runCli(['__complete', '--', ...words], { env })).stdout.split('\n')
    expect(await complete('verdict', 'shop', '')).toEqual(['f7', 'f9', ''])
    expect(await complete('verdict', 'shop', 'f9', '--is', '')).toEqual(['true', 'false', 'unsure', ''])
    expect(await complete('verdict', 'd-abcd1', '--detection', '')).toEqual(['p1', ''])
  })
})
