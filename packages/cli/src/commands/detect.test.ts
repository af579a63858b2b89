import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../render/display-width.ts'
import { makeHome, runCli, type Setting } from '../testing/run-cli.ts'
import { detection, gap, NOW, period } from '../testing/samples.ts'
import { startWireServer } from '../testing/wire-server.ts'

const worst = period({
  val: 9.8,
  start: NOW - 3_600_000,
  end: NOW - 3_540_000,
  sentence: '内存 on node1 跌到了 3 GB，是平常波动的 9.8 倍，持续两分钟，五个指标中第一个变化的',
})
const down = period({ val: -Math.PI, kind: 'down', sentence: 'node4 went down altogether' })
const silent = period({ val: 2, kind: 'silent', isMissingValue: true, sentence: 'node5 sent nothing' })

async function detect(
  args: string[],
  setting: Setting = {},
  found = detection({ periods: [period(), worst, down, silent] }),
) {
  const server = await startWireServer()
  const homeDir = await makeHome()
  await writeFile(join(homeDir, 'day.csv'), 'timestamp,cpu\n')
  server.detections.set('day.csv', found)
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret', ...setting.env }
  const ran = await runCli(['detect', join(homeDir, 'day.csv'), '--model', 'checkout', ...args], {
    homeDir,
    ...setting,
    env,
  })
  return { ...ran, server }
}

describe('omen detect', () => {
  it('shows verdict, degree and anomalies, the worst first, times local with the zone once', async () => {
    const { exit, stdout, stderr } = await detect([])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toBe(
      [
        'day.csv · model checkout v1 (Holistic) · trust high · pvalue 0.99 cvalue 5',
        '4 incidents, worst on cpu[node2]; 3.1 % of 2,043 rows flagged.',
        'degree  ▁▁ ▆▂',
        '2026-11-19 13:00 to 2026-11-20 13:00, times in Europe/Berlin',
        '',
        'SEVERITY  SINCE        FOR  WHAT',
        '■ ▼10.0   11-20 13:00  11m  node4 went down altogether',
        `■ ▲ 9.8   11-20 12:00   2m  ${worst.sentence}`,
        `■ ▲ 7.2   11-20 13:00  11m  ${period().sentence}`,
        '▨ · 2.0   11-20 13:00  11m  node5 sent nothing',
        '',
      ].join('\n'),
    )
  })

  it('fits a terminal of 80 columns, colours severity, and shows how to print whole sentences', async () => {
    const { stdout } = await detect([], { columns: 80, env: { COLORTERM: 'truecolor', TERM: 'xterm' } })
    const lines = stdout.split('\n')
    expect(Math.max(...lines.map(displayWidth))).toBe(80)
    expect(stdout).toContain('\u001b[38;2;255;5;0m■')
    expect(stdout).toContain('\u001b[38;2;33;133;208m■')
    expect(lines.find((line) => line.includes('内存'))).toMatch(/…$/)
    expect(stdout).toContain('--full shows whole sentences.')
  })

  it('shows whole sentences with --full', async () => {
    const { stdout } = await detect(['--full'], { columns: 80 })
    expect(stdout.replace(/\s+/g, ' ')).toContain(period().sentence)
    expect(stdout).toContain('    by chance practically never in such data')
    expect(Math.max(...stdout.split('\n').map(displayWidth))).toBeLessThanOrEqual(80)
  })

  it.each([{ env: { NO_COLOR: '1' } }, { args: ['--no-color'] }])(
    'uses no colours for %j',
    async ({ args = [], env = {} }: { args?: string[]; env?: Record<string, string> }) => {
      const { stdout } = await detect(args, { columns: 80, env: { COLORTERM: 'truecolor', ...env } })
      expect(stdout).not.toContain('\u001b')
    },
  )

  it('draws no screen and asks nothing in a pipe, in CI and with --json', async () => {
    for (const setting of [{}, { columns: 80, env: { CI: 'true' } }])
      expect((await detect([], setting)).stderr).toBe('')
    expect((await detect(['--json'], { columns: 80 })).stderr).toBe('')
  })

  it('reports that nothing is abnormal', async () => {
    const { exit, stdout } = await detect(['--fail-on', 'any'], {}, detection({ periods: [] }))
    expect(exit).toBe(0)
    expect(stdout).toContain('Nothing abnormal in 2,043 rows of 30 series.')
  })

  it('never says that nothing is abnormal where there is a gap', async () => {
    const gaps = detection({ periods: [], gaps: [gap()] })
    const { stdout } = await detect([], {}, gaps)
    expect(stdout).toContain('1 incident (1 gap) in 2,043 rows of 30 series.')
    expect(stdout).not.toContain('Nothing abnormal')
    expect(stdout).toMatch(/silent +11-20 13:00 +40m +node5 sent nothing for 40 minutes/)
    expect((await detect(['--format', 'csv'], {}, gaps)).stdout.split('\n')[1]).toBe(
      `,,gap-silent,${NOW},${NOW + 2_340_000},,,cpu[node5] mem[node5],node5 sent nothing for 40 minutes,over`,
    )
    const markdown = await detect(['--format', 'md'], {}, gaps)
    expect(markdown.stdout).toContain('**day.csv**: 1 incident (1 gap) in 2,043 rows')
    expect(markdown.stdout).toContain('| gap | 11-20 13:00 | 40m | node5 sent nothing for 40 minutes |')
    const both = await detect([], {}, detection({ gaps: [gap(), gap()] }))
    expect(both.stdout).toContain('3 incidents (1 anomaly and 2 gaps), worst on cpu[node2]')
  })

  it.each([
    ['severity>=5', [period({ val: 5 })], 3],
    ['severity>=5', [period({ val: -5 })], 3],
    ['severity>5', [period({ val: 5 })], 0],
    ['severity >= 9.5', [down], 3],
    ['severity>=3', [silent], 0],
    ['anomalies>=2', [silent, period()], 3],
    ['anomalies>2', [silent, period()], 0],
    ['any', [silent], 3],
    ['any', [], 0],
    ['gaps>=1', [worst], 0],
  ])('leaves for --fail-on "%s" as the rule says', async (rule, periods, expected) => {
    const { exit, stdout } = await detect(['--fail-on', rule, '--json'], {}, detection({ periods }))
    expect(exit).toBe(expected)
    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      failOn: { rule: rule.replaceAll(' ', ''), matched: expected === 3 },
    })
  })

  it.each([
    ['any', 3],
    ['gaps>=1', 3],
    ['gaps>1', 0],
    ['incidents>=1', 3],
    ['incidents>1', 0],
    ['anomalies>=1', 0],
  ])('counts a gap for --fail-on "%s"', async (rule, expected) => {
    const { exit } = await detect(['--fail-on', rule], {}, detection({ periods: [], gaps: [gap()] }))
    expect(exit).toBe(expected)
  })

  it('fails on each of several rules, in any order', async () => {
    const rules = ['--fail-on', 'severity>=5', '--fail-on', 'anomalies>=9']
    for (const args of [rules, rules.slice(2).concat(rules.slice(0, 2))]) {
      const { exit, stderr } = await detect(args, {}, detection({ periods: [period({ val: 7 })] }))
      expect(exit).toBe(3)
      expect(stderr).toContain('--fail-on severity>=5 is met: exiting with 3.')
    }
  })

  it('says in its JSON how severe each anomaly is, which rule decided, and where the page is', async () => {
    const found = detection({ periods: [period({ val: -8.25 }), down] })
    const args = ['--fail-on', 'severity>=9', '--fail-on', 'anomalies>=3', '--fail-on', 'any', '--json']
    const { server, json } = await detect(args, {}, found)
    expect(json()).toMatchObject({
      severity: 10,
      url: `${server.url}/detections/d-2`,
      failOn: {
        rule: 'severity>=9 or anomalies>=3 or any',
        matched: true,
        by: [
          { rule: 'severity>=9', value: 10, what: down.sentence },
          { rule: 'any', value: 2 },
        ],
      },
      detection: { severity: 10, periods: [{ severity: 8.25 }, { severity: 10 }] },
    })
    expect((await detect(['--json'])).json()).not.toHaveProperty('failOn')
  })

  it.each(['severity>=11', 'severity>10', 'severity=5', 'sev>=1', '', 'anomalies', 'gaps'])(
    'refuses the rule %j',
    async (rule) => {
      const { exit, stderr, server } = await detect(['--fail-on', rule])
      expect(exit).toBe(2)
      expect(stderr).toContain('severity>=5')
      expect(server.calls).toEqual([])
    },
  )

  it.each([
    ['--pvalue', '1'],
    ['--pvalue', '-0.1'],
    ['--pvalue', 'abc'],
    ['--cvalue', '0'],
    ['--cvalue', '2.5'],
    ['--model-type', 'Magic'],
    ['--format', 'xml'],
    ['--out', 'json'],
  ])('refuses %s %s before anything is sent', async (...option) => {
    const { exit, server } = await detect([...option])
    expect(exit).toBe(2)
    expect(server.calls).toEqual([])
  })

  it('passes parameters on', async () => {
    const { server } = await detect([
      '--pvalue',
      '2',
      '--cvalue',
      '3',
      '--model-type',
      'DBScan',
      '--model-user',
      'bobby1',
    ])
    const call = server.calls.find(({ path }) => path === '/upload-detection')
    expect(call?.fields).toMatchObject({
      pvalue: '2',
      cvalue: '3',
      modelType: 'DBScan',
      modelUserName: 'bobby1',
      modelName: 'checkout',
    })
  })

  it('writes the same as JSON with --json, --format json and into a file', async () => {
    const { json } = await detect(['--json'])
    expect(json()).toMatchObject({ success: true, detection: { uploadFileName: 'day.csv', periods: [{}, {}, {}, {}] } })
    const withoutUrl = (value: unknown) => JSON.stringify(value).replaceAll(/127\.0\.0\.1:\d+/g, '')
    const other = await detect(['--format', 'json'])
    expect(withoutUrl(other.json())).toBe(withoutUrl(json()))
    const file = join(await makeHome(), 'found.json')
    const { stdout, stderr } = await detect(['--out', file])
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: `4 incidents in ${file}.\n` })
    expect(withoutUrl(JSON.parse(await readFile(file, 'utf8')))).toBe(withoutUrl(json()))
  })

  it.each([
    ['found.csv', /^severity,val,/],
    ['found.md', /^\*\*day\.csv\*\*/],
    ['found.xml', /^<\?xml/],
    ['found.sarif', /"version": "2\.1\.0"/],
    ['found.txt', /^day\.csv · model/],
    ['found', /^severity,val,/],
  ])('chooses the format of --out %s by its ending', async (name, content) => {
    const file = join(await makeHome(), name)
    const { exit, stdout } = await detect(['--out', file])
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' })
    expect(await readFile(file, 'utf8')).toMatch(content)
  })

  it('writes a file and, with --json, JSON to stdout for a program', async () => {
    const file = join(await makeHome(), 'found.xml')
    const { json } = await detect(['--json', '--out', file, '--fail-on', 'severity>=9'])
    expect(json()).toMatchObject({ failOn: { matched: true } })
    expect(await readFile(file, 'utf8')).toContain('<failure type="severity&gt;=9"')
  })

  it('explains that --out is a file where a format is given', async () => {
    const { exit, stderr } = await detect(['--out', 'md'])
    expect(exit).toBe(2)
    expect(stderr).toContain('For the format there is --format md.')
  })

  it('writes JUnit: a failing test case with what was found, nothing that breaks the XML', async () => {
    const found = detection({ periods: [period({ sentence: 'a < b & "c" \u0001' })], gaps: [gap()] })
    const { exit, stdout } = await detect(['--format', 'junit', '--fail-on', 'gaps>=1'], {}, found)
    expect(exit).toBe(3)
    expect(stdout).toContain('<testsuite name="omen detect" tests="1" failures="1" errors="0"')
    expect(stdout).toMatch(/<failure type="gaps&gt;=1" message="a &lt; b &amp; &quot;c&quot; �">/)
    expect(stdout).toContain('gap-silent: node5 sent nothing for 40 minutes')
    const passing = await detect(['--format', 'junit', '--fail-on', 'severity>=9'], {}, found)
    expect(passing.stdout).toContain('failures="0"')
    expect(passing.stdout).toContain('<system-out>')
  })

  it('writes SARIF: a result for each finding, errors where the build fails', async () => {
    const found = detection({ periods: [period()], gaps: [gap()] })
    const { server, json } = await detect(['--format', 'sarif', '--fail-on', 'any'], {}, found)
    expect(json()).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'omen', rules: [{ id: 'anomaly' }, { id: 'gap-silent' }] } },
          invocations: [{ executionSuccessful: true }],
          results: [
            { ruleId: 'anomaly', level: 'error', properties: { severity: 7.2 } },
            { ruleId: 'gap-silent', level: 'error', hostedViewerUri: `${server.url}/detections/d-2` },
          ],
          properties: { failOn: { matched: true } },
        },
      ],
    })
    const quiet = await detect(['--format', 'sarif', '--fail-on', 'severity>=9'], {}, found)
    expect(quiet.json()).toMatchObject({ runs: [{ results: [{ level: 'warning' }, { level: 'note' }] }] })
  })

  it.each(['text', 'md', 'junit', 'sarif', 'json', 'csv'])('tells of rejected lines in %s', async (format) => {
    const note = '40 lines of half.csv were rejected and not used.'
    for (const periods of [[], [period()]]) {
      const { exit, stdout, stderr } = await detect(['--format', format], {}, detection({ periods, notes: [note] }))
      expect(exit).toBe(0)
      if (format !== 'csv') expect(stdout).toContain(note)
      // Where text has it among the results, and JSON leaves stderr to errors, it is not repeated.
      expect(stderr).toBe(format === 'text' || format === 'json' ? '' : `${note}\n`)
    }
  })

  it('writes CSV without executable spreadsheet formulas', async () => {
    const sentence = '=HYPERLINK("x"), twice'
    const { stdout } = await detect(['--format', 'csv'], {}, detection({ periods: [period({ sentence }), down] }))
    const at = `${NOW},${NOW + 600_000},11,1e-9,cpu[node2]`
    expect(stdout.split('\n')).toEqual([
      'severity,val,kind,start,end,rows,probability,series,sentence,state',
      `10,${-Math.PI},down,${at},node4 went down altogether,over`,
      `7.2,7.2,anomaly,${at},"'=HYPERLINK(""x""), twice",over`,
      '',
    ])
  })

  it('writes Markdown in which nothing breaks the table', async () => {
    const { stdout } = await detect(['--format', 'md'], {}, detection({ periods: [period({ sentence: 'a|b\n*c*' })] }))
    expect(stdout).toContain('| Severity | Since (Europe/Berlin) | For | What |')
    expect(stdout).toContain('| ▲ 7.2 | 11-20 13:00 | 11m | a\\|b \\*c\\* |')
  })

  it('says how a finding stands when the data end, where any is not over', async () => {
    const found = detection({ periods: [period({ state: 'newNormal' }), period({ state: 'recovering' }), down] })
    const text = await detect([], {}, found)
    expect(text.stdout).toMatch(/SEVERITY +SINCE +FOR +STATE +WHAT/)
    for (const state of ['new normal', 'recovering', 'over']) expect(text.stdout).toContain(` ${state} `)
    const markdown = await detect(['--format', 'md'], {}, found)
    expect(markdown.stdout).toContain('| For | State | What |')
    expect(markdown.stdout).toContain('| 11m | new normal |')
    const csv = await detect(['--format', 'csv'], {}, found)
    expect(csv.stdout.match(/,(newNormal|recovering|over)$/gm)).toHaveLength(3)
    expect((await detect([], {}, detection({ periods: [down] }))).stdout).not.toContain('STATE')
  })

  it('asks for sentences in the language of --lang', async () => {
    const { server } = await detect(['--lang', 'zh-CN'])
    expect(new Set(server.calls.map(({ headers }) => headers['accept-language']))).toEqual(new Set(['zh-CN']))
    expect(await detect(['--lang', 'de'])).toMatchObject({ exit: 2 })
  })

  it('strips control characters from names', async () => {
    const { stdout } = await detect(
      [],
      { columns: 80 },
      detection({ periods: [period({ sentence: 'evil \u001b[2J\u0007 text' })] }),
    )
    expect(stdout).not.toContain('\u001b[2J')
    expect(stdout).toContain('evil  [2J  text')
  })

  it('takes one file, not a folder', async () => {
    const server = await startWireServer()
    const ran = await runCli(['detect', await makeHome(), '--model', 'm'], {
      env: { OMEN_URL: server.url, OMEN_TOKEN: 'secret' },
    })
    expect(ran.exit).toBe(2)
    expect(ran.stderr).toContain('omen upload detection')
  })

  it('draws its screen on stderr on a terminal, and none of it on stdout', async () => {
    const { stdout, stderr } = await detect([], { columns: 80 })
    expect(stderr).toContain('day.csv')
    expect(stdout).toMatch(/^\S*day\.csv · model/)
  })
})
