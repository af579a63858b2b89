import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeHome, runCli } from '../testing/run-cli.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const STEP = 10 * MINUTE
const ZONE = 'Europe/Berlin'
/** Clocks go forward there. */
const CHANGE = Date.UTC(2026, 2, 29, 1)

/** A wave by the clocks of the zone, from so many days before the change to so many after it. */
function wave(before: number, after: number): string {
  const rows = Array.from({ length: ((before + after) * DAY) / STEP }, (_, k) => {
    const time = CHANGE - before * DAY + k * STEP
    const angle = (2 * Math.PI * (time + (time < CHANGE ? 60 : 120) * MINUTE)) / DAY
    const noise = ((k * 7919) % 101) / 25
    return `${time},${(100 - 20 * Math.cos(angle) + 8 * Math.sin(3 * angle) + noise).toFixed(3)}`
  })
  return ['timestamp,value', ...rows, ''].join('\n')
}

async function tableOf(content: string): Promise<string> {
  const path = join(await makeHome(), 'load.csv')
  await writeFile(path, content)
  return path
}

async function run(...words: string[]) {
  const { exit, stdout, stderr } = await runCli([...words, '--json'])
  return { exit, stderr, result: exit === 0 ? JSON.parse(stdout) : undefined }
}

describe('--time-zone', () => {
  it('lets omen score follow the clocks of a zone', async () => {
    const table = await tableOf(wave(21, 6))
    expect((await run('score', table)).result.alarms).toBeGreaterThan(0)
    expect((await run('score', table, '--time-zone', ZONE)).result).toMatchObject({ alarms: 0, timeZone: ZONE })
  })

  it('is saved with --state, and may be given later', async () => {
    const [first, second] = [await tableOf(wave(21, -2)), await tableOf(wave(2, 6))]
    const states = await Promise.all(['a', 'b', 'c'].map(async (name) => join(await makeHome(), `${name}.state`)))
    const alarms = async (state: string, before: string[], after: string[]) => {
      await run('score', first, '--state', state, ...before)
      return (await run('score', second, '--state', state, ...after)).result.alarms
    }
    const given = ['--time-zone', ZONE]
    expect(await alarms(states[0]!, given, [])).toBe(0)
    expect(await alarms(states[1]!, [], given)).toBe(0)
    expect(await alarms(states[2]!, [], [])).toBeGreaterThan(0)
    expect((await readFile(states[1]!, 'latin1')).includes(ZONE)).toBe(true)
    expect((await readFile(states[2]!, 'latin1')).includes('timeZone')).toBe(false)
  })

  it('lets a trained model and a forecast follow the clocks of a zone', async () => {
    const table = await tableOf(wave(16, 5))
    const trained = ['score', table, '--train', '2016', '--pvalue', '0.999']
    expect((await run(...trained)).result.flagged).toBeGreaterThan(0)
    expect((await run(...trained, '--time-zone', ZONE)).result).toMatchObject({ flagged: 0, timeZone: ZONE })
    const near = await tableOf(wave(16, 0))
    const [utc, local] = [await run('forecast', near), await run('forecast', near, '--time-zone', ZONE)]
    expect([utc.exit, local.exit]).toEqual([0, 0])
    expect({ ...local.result, timeZone: undefined }).not.toEqual({ ...utc.result, timeZone: undefined })
  })

  it.each(['score', 'forecast'])('of omen %s refuses what is no zone', async (command) => {
    const { exit, stderr } = await run(command, await tableOf(wave(1, 0)), '--time-zone', 'Europe/Atlantis')
    expect(exit).toBe(2)
    expect(stderr).toContain('It must be an IANA name like Europe/Berlin.')
  })
})
