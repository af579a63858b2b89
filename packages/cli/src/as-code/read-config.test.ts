import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CliError } from '../failures.ts'
import { readConfig } from './read-config.ts'

function faultsOf(text: string): string[] {
  try {
    readConfig(text, 'omen.yaml')
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return [error.message, ...error.details.map(({ line, message }) => `${line}: ${message}`)]
  }
  return []
}

const project = (more: string) => `projects:\n  - name: shop\n${more.replace(/^/gm, '    ')}`

describe('a configuration file', () => {
  it('is what the guide shows', () => {
    const guide = readFileSync(new URL('../../../../docs/guide/as-code.md', import.meta.url), 'utf8')
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? []
    expect(faultsOf(example)).toEqual([])
    const { projects, reportSchedules } = readConfig(example, 'omen.yaml')
    expect([projects.length, reportSchedules.length]).toEqual([2, 2])
  })

  it('says what projects and integrations there are', () => {
    const { projects, integrations } = readConfig(
      `projects:
  - name: shop
    source: prometheus
    samplingInterval: 30s
    connection:
      address: http://prometheus:9090
      token: { env: PROM_TOKEN }
      query: [up]
    members: [bobby1]
    alerts: { recipients: [ops@example.com], quietMinutes: 30 }
  - name: pushed
    kind: log
integrations:
  - provider: slack
    account: ops
    serviceKey: { file: slack.key }
    projects: all
`,
      'omen.yaml',
    )
    expect(projects).toMatchObject([
      {
        name: 'shop',
        connector: 'prometheus',
        settings: { samplingInterval: 0.5 },
        connection: { address: 'http://prometheus:9090', query: ['up'] },
        secrets: { token: { env: 'PROM_TOKEN' } },
        members: ['bobby1'],
        alerts: { recipients: ['ops@example.com'], quietMinutes: 30 },
        line: 2,
      },
      { name: 'pushed', kind: 'log', connector: undefined },
    ])
    expect(integrations).toMatchObject([
      { provider: 'slack', account: 'ops', serviceKey: { file: 'slack.key' }, projectNames: null },
    ])
  })

  it('may be empty', () => {
    expect(readConfig('projects:\n', 'omen.yaml')).toEqual({ projects: [], integrations: [], reportSchedules: [] })
  })

  it('has no secret in plain text', () => {
    const [fault] = faultsOf(project('kind: datadog\nconnection:\n  apikey: 0123456789\n  appkey: { env: DD_APP_KEY }'))
    expect(fault).toContain('line 5: apikey is a secret and may not stand in the file: write apikey: { env: NAME }')
    expect(fault).not.toContain('0123456789')
    expect(
      faultsOf('integrations:\n  - { provider: slack, account: ops, serviceKey: "https://hooks.slack.com/x" }')[0],
    ).toContain('is a secret')
  })

  it('has no names that are not known, and says which is near', () => {
    expect(faultsOf(project('retentiondays: 3'))[0]).toBe(
      'omen.yaml, line 3: retentiondays is no field of a project. Did you mean retentionDays?',
    )
    expect(faultsOf(project('alerts: { recipient: [] }'))[0]).toContain('Did you mean recipients?')
    expect(faultsOf('project: []')[0]).toContain('Did you mean projects?')
    expect(faultsOf(project('source: loki\nkind: log\nconnection: { nrql: [x] }'))[0]).toContain(
      'nrql is no field of a connection to Loki',
    )
  })

  it('names nothing twice', () => {
    expect(faultsOf('projects:\n  - name: shop\n  - name: Shop')[0]).toBe(
      'omen.yaml, line 3: the project Shop stands twice',
    )
    expect(faultsOf(project('retentionDays: 3\nretentionDays: 4'))[0]).toContain('line 4: this name stands twice')
    const twice = 'integrations:\n  - { provider: slack, account: a }\n  - { provider: slack, account: A }'
    expect(faultsOf(twice)[0]).toContain('line 3: the slack integration A stands twice')
  })

  it('tells all its faults, each with its line', () => {
    expect(faultsOf(project('kind: datdog\ndataType: Metrics\nsamplingInterval: often'))).toEqual([
      'omen.yaml, line 3: kind must be one of custom, log, datadog, newrelic, amazon, google',
      '4: dataType must be one of Metric, Log',
      '5: samplingInterval must be a time such as 10s or 1m',
    ])
  })

  it('is YAML', () => {
    expect(faultsOf('projects: [')[0]).toMatch(/^omen\.yaml, line 1: /)
    expect(faultsOf('- a')[0]).toContain('the file must be a map')
    expect(faultsOf('projects: shop')[0]).toContain('projects must be a list')
  })

  it('has a connection only where a project fetches', () => {
    expect(faultsOf(project('connection: { address: x }'))[0]).toContain('name its source, one of prometheus')
  })

  it('may share parts by aliases', () => {
    const shared = `x-alerts: &alerts { recipients: [ops@example.com] }
projects:
  - name: shop
    source: prometheus
    connection: { address: &at http://prometheus:9090, token: &token { env: T }, query: [up] }
    alerts: *alerts
  - name: web
    source: prometheus
    connection: { address: *at, token: *token, query: [up] }
    alerts: *alerts
`
    const { projects } = readConfig(shared, 'omen.yaml')
    expect(projects[1]).toMatchObject({ ...projects[0], name: 'web', line: 7, node: expect.anything() })
    expect(faultsOf('projects:\n  - name: shop\n    members: *none\n')).toEqual([
      expect.stringContaining('line 3: nothing is called &none'),
    ])
  })

  it('says which reports are mailed, to each recipient once', () => {
    const { reportSchedules } = readConfig(
      'reportSchedules:\n  - { every: week, projects: [shop], recipients: [Ops@example.com, a@example.com, ops@example.com], hour: 7, timeZone: Asia/Kolkata }\n  - { every: day, projects: all, recipients: [a@example.com] }',
      'omen.yaml',
    )
    const timeZone = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata' }).resolvedOptions().timeZone
    const recipients = ['a@example.com', 'ops@example.com']
    expect(reportSchedules).toEqual([
      { every: 'week', projectNames: ['shop'], recipients, hour: 7, timeZone, line: 2 },
      { every: 'day', projectNames: null, recipients: ['a@example.com'], line: 3 },
    ])
  })

  it.each([
    ['another rhythm', '{ every: hour, recipients: [a@b.cc] }', 'every must be one of day, week, month'],
    ['no recipients', '{ every: day }', 'recipients of a report schedule is missing'],
    ['an empty list of recipients', '{ every: day, recipients: [] }', 'recipients must be one at least'],
    ['what is no address', '{ every: day, recipients: [nobody] }', 'nobody in recipients is no e-mail address'],
    ['an hour of no day', '{ every: day, recipients: [a@b.cc], hour: 24 }', 'hour must be a whole number from 0 to 23'],
    ['no projects', '{ every: day, recipients: [a@b.cc], projects: [] }', 'projects must name one at least, or be all'],
    ['a zone of no place', '{ every: day, recipients: [a@b.cc], timeZone: Mars }', 'timeZone must be an IANA name'],
    ['another language', '{ every: day, recipients: [a@b.cc], locale: de }', 'locale must be one of en, zh-CN'],
    ['a name', '{ every: day, recipients: [a@b.cc], name: x }', 'name is no field of a report schedule'],
  ])('refuses %s of a report schedule, with its line', (_, schedule, fault) => {
    expect(faultsOf(`reportSchedules:\n  - ${schedule}`)[0]).toContain(`omen.yaml, line 2: ${fault}`)
  })

  it('has no report schedule twice', () => {
    const same = '  - { every: day, recipients: [a@b.cc] }\n'
    expect(faultsOf(`reportSchedules:\n${same}${same}`)[0]).toContain('line 3: this report schedule stands twice')
  })

  it.each([
    ['a name that no project can have', "name: 'a b'", 'A name has 1 to 100 characters'],
    ['metrics of a log project', 'name: a\n    kind: log\n    dataType: Metric', 'a log project has lines'],
    ['a source beside a kind', 'name: a\n    kind: datadog\n    source: prometheus', 'source is for projects'],
    ['the past of what is sent', 'name: a\n    backfillDays: 3', 'backfillDays is for projects that fetch'],
  ])('refuses %s', (_, fields, fault) => {
    expect(faultsOf(`projects:\n  - ${fields}\n`)[0]).toContain(fault)
  })
})
