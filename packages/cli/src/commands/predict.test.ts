import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeHome, runCli } from '../testing/run-cli.ts'
import { wobble } from '../testing/wobble.ts'

const MINUTE = 60_000
const STEP = 5 * MINUTE
const START = Date.UTC(2026, 10, 10)
const ROWS_A_DAY = 288
/** On each of eight days the CPU goes up for half an hour; 40 minutes before, the log has a rare message. */
const faults = [70, 120, 95, 180, 60, 210, 150, 100].map((row, day) => day * ROWS_A_DAY + row)
const ANNOUNCED_MS = 40 * MINUTE

function tableOf(from: number, rows: number, cpuAt: (row: number) => number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = [cpuAt(row), 70, 30].map((level, k) => (level + 2 * wobble(3 * row + k)).toFixed(3))
    return `${from + row * STEP},${cells.join(',')}`
  })
  return `timestamp,cpu[a],mem[a],cpu[b]\n${lines.join('\n')}\n`
}

function logUntil(end: number, announcements: readonly number[]): string {
  const lines = Array.from({ length: Math.floor((end - START) / MINUTE) }, (_, k) => {
    return { at: START + k * MINUTE, text: `served request ${k} in ${10 + (k % 7)} ms` }
  })
  for (const at of announcements) lines.push({ at: at + 1000, text: 'replica lags behind, catching up' })
  lines.sort((a, b) => a.at - b.at)
  return lines.map(({ at, text }) => `${new Date(at).toISOString()} INFO ${text}`).join('\n')
}

async function bench() {
  const folder = await makeHome()
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const quiet = await file(
    'quiet.csv',
    tableOf(START - 600 * STEP, 600, () => 50),
  )
  return { file, quiet }
}

describe('omen predict', () => {
  it('learns what preceded incidents, and predicts from it', async () => {
    const { file, quiet } = await bench()
    const rows = 8 * ROWS_A_DAY
    const weeks = tableOf(START, rows, (row) => (faults.some((at) => row >= at && row < at + 6) ? 90 : 50))
    const end = START + (rows - 1) * STEP
    const warnings = [...faults.map((row) => START + row * STEP - ANNOUNCED_MS), end - 10 * MINUTE]
    const log = await file('app.log', logUntil(end, warnings))
    const path = await file('weeks.csv', weeks)
    const { exit, stdout } = await runCli(['predict', path, '--train', quiet, '--log', log])
    expect(exit).toBe(0)
    expect(stdout).toMatch(/CPU: cpu on a high expected in about \d+ min \(\d+ min to \d+ min\), right \d of \d/)
    expect(stdout).toMatch(/rare message replica lags behind, catching up +cpu +\d of \d +3\d?m|4\dm/)
    const json = (await runCli(['predict', path, '--train', quiet, '--log', log, '--json'])).json()
    expect(json).toMatchObject({
      success: true,
      now: end,
      rules: expect.arrayContaining([
        expect.objectContaining({ state: 'active', source: 'learned', hits: 7, misses: 0 }),
      ]),
    })
  })

  it('reports a series whose forecast leaves the range of the quiet time', async () => {
    const { file, quiet } = await bench()
    const path = await file(
      'rise.csv',
      tableOf(START, 600, (row) => 46.5 + row * 0.008),
    )
    const { exit, stdout } = await runCli(['predict', path, '--train', quiet, '--ahead', '20h', '--lang', 'zh-CN'])
    expect(exit).toBe(0)
    expect(stdout).toMatch(/– {2}预计约 .*后（.*至.*）发生事件（cpu\[a\]），尚未验证/)
  })

  it('predicts nothing if nothing is wrong, and explains why there is no rule', async () => {
    const { file, quiet } = await bench()
    const path = await file(
      'calm.csv',
      tableOf(START, 400, () => 50),
    )
    const { exit, stdout } = await runCli(['predict', path, '--train', quiet])
    expect(exit).toBe(0)
    expect(stdout).toContain('Nothing is expected.')
    expect(stdout).toContain('No rule: nothing came before')
  })

  it.each([
    ['an empty file', '', 'EMPTY_FILE'],
    ['one line', 'timestamp,cpu[a]\n', 'HEADER_ONLY'],
    ['another system', `timestamp,ram\n${START},1\n`, 'SERIES_MISMATCH'],
  ])('refuses %s', async (_name, text, code) => {
    const { file, quiet } = await bench()
    const ran = await runCli(['predict', await file('bad.csv', text), '--train', quiet, '--json'])
    expect(JSON.parse(ran.stderr)).toMatchObject({ success: false, code, exitCode: 1 })
  })

  it.each([
    ['two points', `timestamp,cpu[a]\n${START},50\n${START + STEP},51\n`],
    ['one time', `timestamp,cpu[a]\n${START},50\n`],
    [
      'values of 1e300',
      `timestamp,cpu[a]\n${Array.from({ length: 50 }, (_, k) => `${START + k * STEP},1e300`).join('\n')}\n`,
    ],
    [
      'months of gaps',
      `timestamp,cpu[a]\n${Array.from({ length: 50 }, (_, k) => `${START + (k < 25 ? k : k + 50_000) * STEP},50`).join('\n')}\n`,
    ],
  ])('answers for %s', async (_name, text) => {
    const { file, quiet } = await bench()
    const ran = await runCli(['predict', await file('irregular.csv', text), '--train', quiet, '--json'])
    expect(ran.stderr).toBe('')
    expect(ran.json()).toMatchObject({ success: true, rules: [] })
  })
})
