import { describe, expect, it } from 'vitest'
import { createOmen, type Omen } from '../index.ts'
import { serve } from '../testing/serve.ts'

const PAGE = { page: 1, pageSize: 50, total: 0 }
const EVERYTHING = {
  success: true,
  page: PAGE,
  models: [],
  files: [],
  jobs: [],
  detections: [],
  findings: [],
  incident: {},
  accounts: [],
  tokens: [],
  invitations: [],
  integrations: [],
  deliveries: [],
  sessions: [],
  versions: [],
  ended: 2,
  user: { userName: 'alice1' },
  account: {},
  model: { id: 'm' },
  job: { id: 'j' },
  project: { projectName: 'shop' },
  connection: { projectName: 'shop' },
  file: {},
  detection: {},
  invitation: { icode: 'abc123' },
  token: 'c',
  preview: {},
}

type Call = [call: (omen: Omen) => unknown, line: string, body?: unknown]

const SHOP = { projectName: 'shop', samplingInterval: 1 }

const calls: Call[] = [
  [
    ({ comparisons }) => comparisons.outliers({ projectName: 'shop', metric: ['cpu', 'mem'], tolerance: 4 }),
    'GET /cloudOutlierDetection?projectName=shop&metric=cpu&metric=mem&tolerance=4',
  ],
  [
    ({ comparisons }) => comparisons.rollout({ at: 5, filename: 'f_1', instances: ['a'], show: undefined }),
    'GET /cloudRolloutCheck?at=5&filename=f_1&instances=a',
  ],
  [
    ({ projects }) => projects.model('shop', { window: [7], compare: true }),
    'GET /displayProjectModel?projectName=shop&window=7&compare=true',
  ],
  [({ dashboard }) => dashboard.userValues({ from: 5, buckets: 8 }), 'GET /dashboard-uservalues?from=5&buckets=8'],
  [
    ({ dashboard }) => dashboard.incidents({ state: 'open', timeZone: 'UTC', page: 2 }),
    'GET /dashboard-incident?state=open&timeZone=UTC&page=2',
  ],
  [
    ({ incidents }) => incidents.list({ tab: 'open', fold: true }),
    'GET /dashboard-incident?tab=open&fold=true&withCalendar=false',
  ],
  [({ incidents }) => incidents.get('in_1'), 'GET /incidents/in_1?'],
  [
    ({ incidents }) => incidents.merge('in_1', 'in_2', 'the same'),
    'POST /incidents/in_1?',
    { into: 'in_2', note: 'the same', action: 'merge' },
  ],
  [
    ({ incidents }) => incidents.split('in_1', ['f1']),
    'POST /incidents/in_1?',
    { findingIds: ['f1'], action: 'split' },
  ],
  [({ incidents }) => incidents.star('in_1'), 'POST /incidents/in_1?', { action: 'star' }],
  [
    ({ incidents }) => incidents.previewExclusion('in_1'),
    'POST /incidents/in_1?',
    { dryRun: true, action: 'excludeFromTraining' },
  ],
  [({ incidents }) => incidents.export('in_1', 'md'), 'GET /incidents/in_1/export?format=md'],
  [
    ({ incidents }) => incidents.postMortem({ incidentId: 'in_1' }, { template: 'pt_1' }),
    'GET /postMortem?incidentId=in_1&template=pt_1',
  ],
  [
    ({ incidents }) => incidents.savePostMortem({ incidentId: 'in_1' }, { revision: 0, text: 'It rained.' }),
    'POST /postMortem?',
    { incidentId: 'in_1', revision: 0, text: 'It rained.' },
  ],
  [({ incidents }) => incidents.templates(), 'GET /post-mortem-templates?'],
  [({ incidents }) => incidents.deleteTemplate('pt_1'), 'DELETE /post-mortem-templates/pt_1?'],
  [({ alerts }) => alerts.get('shop'), 'GET /emailAlertSetting?projectName=shop'],
  [
    ({ alerts }) => alerts.set('shop', { quietMinutes: 60 }),
    'POST /emailAlertSetting?',
    { projectName: 'shop', quietMinutes: 60, dryRun: false },
  ],
  [
    ({ alerts }) => alerts.preview('shop', { escalateMinutes: null }),
    'POST /emailAlertSetting?',
    { projectName: 'shop', escalateMinutes: null, dryRun: true },
  ],
  [({ alerts }) => alerts.settings('shop'), 'GET /emailAlertSetting?projectName=shop&withPreview=false'],
  [
    ({ alerts }) => alerts.checkSettings('shop', { quietMinutes: 5 }),
    'POST /emailAlertSetting?',
    { projectName: 'shop', quietMinutes: 5, dryRun: true, withPreview: false },
  ],
  [
    ({ alerts }) => alerts.acknowledge('in_1', 'mine'),
    'POST /incidents/in_1?',
    { action: 'acknowledge', note: 'mine' },
  ],
  [({ alerts }) => alerts.resolve('in_1'), 'POST /incidents/in_1?', { action: 'resolve' }],
  [({ alerts }) => alerts.reopen('in_1'), 'POST /incidents/in_1?', { action: 'reopen' }],
  [
    ({ accounts }) => accounts.login({ userName: 'a', password: 'b', remember: true }),
    'POST /login-check?',
    { userName: 'a', password: 'b', remember: true },
  ],
  [({ integrations }) => integrations.list(), 'GET /service-integration?'],
  [
    ({ integrations }) =>
      integrations.add({
        provider: 'slack',
        account: 'on-call',
        serviceKey: 'https://hooks.example',
        endpoint: undefined,
      }),
    'POST /service-integration?',
    { operation: 'add', provider: 'slack', account: 'on-call', serviceKey: 'https://hooks.example' },
  ],
  [
    ({ integrations }) => integrations.test({ provider: 'slack', account: 'on-call' }),
    'POST /service-integration?',
    { operation: 'test', provider: 'slack', account: 'on-call' },
  ],
  [
    ({ integrations }) => integrations.delete({ provider: 'slack', account: 'on-call' }),
    'POST /service-integration?',
    { operation: 'delete', provider: 'slack', account: 'on-call' },
  ],
  [
    ({ integrations }) => integrations.deliveries({ account: 'on-call', state: 'failed', page: 2 }),
    'GET /service-integration/deliveries?account=on-call&state=failed&page=2',
  ],
  [({ accounts }) => accounts.logout(), 'POST /logout?'],
  [({ accounts }) => accounts.session(), 'GET /session?'],
  [
    ({ accounts }) => accounts.requestSignupCode({ emailOrMobile: 'a@b.co', userName: 'alice1' }),
    'POST /get-signup-code?',
    { emailOrMobile: 'a@b.co', userName: 'alice1' },
  ],
  [({ accounts }) => accounts.remindUserName('a@b.co'), 'POST /get-username-reminder?', { emailOrMobile: 'a@b.co' }],
  [
    ({ accounts }) => accounts.requestTemporaryPassword({ userName: 'alice1', emailOrMobile: '13800138000' }),
    'POST /get-temp-password?',
    { userName: 'alice1', emailOrMobile: '13800138000' },
  ],
  [
    ({ accounts }) => accounts.resetPassword({ userName: 'alice1', tempPassword: 't', password: 'p' }),
    'POST /reset-password?',
    { userName: 'alice1', tempPassword: 't', password: 'p' },
  ],
  [({ accounts }) => accounts.profile(), 'GET /account?'],
  [({ accounts }) => accounts.updateProfile({ locale: 'zh-CN' }), 'PATCH /account?', { locale: 'zh-CN' }],
  [({ accounts }) => accounts.sessions(), 'GET /account/sessions?'],
  [({ accounts }) => accounts.endSessions(), 'DELETE /account/sessions?'],
  [({ accounts }) => accounts.endSessions('s 1'), 'DELETE /account/sessions?id=s+1'],
  [({ accounts }) => accounts.list({ q: 'ali', page: 2 }), 'GET /accounts?q=ali&page=2'],
  [({ accounts }) => accounts.manage('alice1', { role: 'admin' }), 'PATCH /accounts/alice1?', { role: 'admin' }],
  [({ mailLinks }) => mailLinks.incident('t'), 'GET /alert-mail/acknowledge?token=t'],
  [({ mailLinks }) => mailLinks.acknowledge('t'), 'POST /alert-mail/acknowledge?token=t'],
  [({ mailLinks }) => mailLinks.subscription('t'), 'GET /alert-mail/unsubscribe?token=t'],
  [({ mailLinks }) => mailLinks.unsubscribe('t'), 'POST /alert-mail/unsubscribe?token=t', { unsubscribed: true }],
  [({ mailLinks }) => mailLinks.subscribeAgain('t'), 'POST /alert-mail/unsubscribe?token=t', { unsubscribed: false }],
  [({ tokens }) => tokens.list(), 'GET /tokens?'],
  [({ tokens }) => tokens.create({ name: 'ci', scopes: ['read'] }), 'POST /tokens?', { name: 'ci', scopes: ['read'] }],
  [({ tokens }) => tokens.revoke('t1'), 'DELETE /tokens/t1?'],
  [({ invitations }) => invitations.list(), 'GET /invitations?'],
  [({ invitations }) => invitations.create(), 'POST /invitations?', { uses: 1 }],
  [({ invitations }) => invitations.revoke('abc123'), 'DELETE /invitations/abc123?'],
  [({ files }) => files.list({ q: 'day', pageSize: 5 }), 'GET /files?q=day&pageSize=5'],
  [({ files }) => files.get('handle-1'), 'GET /files/handle-1?'],
  [({ files }) => files.delete('handle-1'), 'DELETE /files/handle-1?'],
  [({ models }) => models.list({ shared: false, modelType: 'Split' }), 'GET /models?shared=false&modelType=Split'],
  [({ models }) => models.versions('m'), 'GET /models/m/versions?'],
  [({ models }) => models.promote('m', 3), 'POST /models/m/promote?', { version: 3 }],
  [({ models }) => models.share('m', ['bobby1']), 'POST /models/m/share?', { userNames: ['bobby1'] }],
  [({ models }) => models.delete('m'), 'DELETE /models/m?'],
  [({ jobs }) => jobs.list({ state: 'running' }), 'GET /jobs?state=running'],
  [({ jobs }) => jobs.cancel('j'), 'POST /jobs/j/cancel?'],
  [({ detections }) => detections.list({ modelId: 'm', demo: true }), 'GET /detections?modelId=m&demo=true'],
  [
    ({ detections }) => detections.list({ q: 'day', minSeverity: 2, cursor: 'c' }),
    'GET /detections?q=day&minSeverity=2&cursor=c',
  ],
  [
    ({ detections }) => detections.incident('d', 'anomaly-1-2', { cvalue: 9 }),
    'GET /detections/d/incidents/anomaly-1-2?cvalue=9',
  ],
  [
    ({ detections }) => detections.findings('d', { from: 1, pageSize: 9 }),
    'GET /detections/d/findings?from=1&pageSize=9',
  ],
  [
    ({ detections }) => detections.incidents('d', { minSeverity: 2, cvalue: 9, page: 2 }),
    'GET /detections/d/incidents?minSeverity=2&cvalue=9&page=2',
  ],
  [({ detections }) => detections.get('d', { pvalue: 0.9, cvalue: undefined }), 'GET /detections/d?pvalue=0.9'],
  [
    ({ detections }) => detections.series('d', { seriesIds: ['cpu[a]', 'b'], buckets: 9 }),
    'GET /detections/d/series?seriesIds=cpu%5Ba%5D&seriesIds=b&buckets=9',
  ],
  [
    ({ detections }) => detections.chart('d', { metric: 'cpu', theme: 'dark' }),
    'GET /detections/d/chart?metric=cpu&theme=dark',
  ],
  [
    ({ detections }) => detections.giveVerdict('d', { periodId: 'p', verdict: 'false' }),
    'POST /detections/d/verdicts?',
    { dryRun: false, periodId: 'p', verdict: 'false' },
  ],
  [
    ({ live }) => live.giveVerdict('shop', { findingId: 'f1', verdict: 'true', note: 'a drill' }),
    'POST /projects/shop/verdicts?',
    { dryRun: false, findingId: 'f1', verdict: 'true', note: 'a drill' },
  ],
  [
    ({ logs }) => logs.analysis({ projectName: 'shop', kind: 'new', service: ['a', 'b'] }),
    'GET /logAnalysis?projectName=shop&kind=new&service=a&service=b',
  ],
  [
    ({ logs }) => logs.lines({ filename: 'f-handle-1', q: 'disk full', limit: 5 }),
    'GET /logAnalysis/lines?filename=f-handle-1&q=disk+full&limit=5',
  ],
  [({ logs }) => logs.template(7, { projectName: 'shop' }), 'GET /log-templates/7?projectName=shop'],
  [
    ({ logs }) => logs.setTemplate(7, { projectName: 'shop', ignored: true }),
    'POST /log-templates/7?',
    { dryRun: false, projectName: 'shop', ignored: true },
  ],
  [({ detections }) => detections.delete('d'), 'DELETE /detections/d?'],
  [({ files }) => files.rejected('f-handle-1'), 'GET /files/f-handle-1/rejected?'],
  [
    ({ projects }) => projects.addDatadog({ ...SHOP, apikey: 'a', appkey: 'b' }),
    'POST /add-datadog-project?',
    { ...SHOP, apikey: 'a', appkey: 'b' },
  ],
  [
    ({ projects }) => projects.addNewrelic({ ...SHOP, apikey: 'a', accountId: '1' }),
    'POST /add-newrelic-project?',
    { ...SHOP, apikey: 'a', accountId: '1' },
  ],
  [
    ({ projects }) => projects.addAmazon({ ...SHOP, zone: 'eu-central-1', 'access-key': 'a', 'secret-key': 'b' }),
    'POST /add-amazon-project?',
    { ...SHOP, zone: 'eu-central-1', 'access-key': 'a', 'secret-key': 'b' },
  ],
  [
    ({ projects }) => projects.addGoogle({ ...SHOP, 'project-id': 'p', filename: 'f' }),
    'POST /add-google-project?',
    { ...SHOP, 'project-id': 'p', filename: 'f' },
  ],
  [
    ({ projects }) => projects.addFetching('loki', { ...SHOP, address: 'http://loki:3100', query: ['{app="a"}'] }),
    'POST /add-log-project?',
    { ...SHOP, source: 'loki', address: 'http://loki:3100', query: ['{app="a"}'] },
  ],
  [
    ({ projects }) =>
      projects.addFetching('amazon', { ...SHOP, zone: 'eu-central-1', 'access-key': 'a', 'secret-key': 'b' }),
    'POST /add-amazon-project?',
    { ...SHOP, zone: 'eu-central-1', 'access-key': 'a', 'secret-key': 'b' },
  ],
  [
    ({ projects }) => projects.testConnection('prometheus', { address: 'http://prometheus:9090', search: 'cpu' }),
    'POST /test-connection?',
    { kind: 'custom', source: 'prometheus', address: 'http://prometheus:9090', search: 'cpu' },
  ],
  [
    ({ projects }) => projects.testConnection('google', { projectName: 'shop', metrics: ['m'] }),
    'POST /test-connection?',
    { kind: 'google', projectName: 'shop', metrics: ['m'] },
  ],
  [({ projects }) => projects.connection('shop'), 'GET /connection?projectName=shop'],
  [
    ({ projects }) => projects.changeConnection('shop', { token: 't' }),
    'POST /connection?',
    { projectName: 'shop', token: 't' },
  ],
  [
    ({ projects }) => projects.previewConnection('shop', { token: 't' }),
    'POST /connection?',
    { projectName: 'shop', dryRun: true, token: 't' },
  ],
  [
    ({ projects }) => projects.changeBackfill('shop', 'start', 30),
    'POST /backfill?',
    { projectName: 'shop', action: 'start', days: 30 },
  ],
  [
    ({ projects }) => projects.changeBackfill('shop', 'pause'),
    'POST /backfill?',
    { projectName: 'shop', action: 'pause' },
  ],
  [({ system }) => system.version(), 'GET /version?'],
]

describe('resources', () => {
  it.each(calls.map(([call, line, body]) => ({ call, line, body })))('send $line', async ({ call, line, body }) => {
    const { baseUrl, received } = await serve(() => ({ json: EVERYTHING }))
    await call(createOmen({ baseUrl }))
    const [one] = received
    expect(`${one?.method} ${one?.path}?${one?.query}`).toBe(line)
    expect(one?.body.length ? JSON.parse(String(one.body)) : undefined).toEqual(body)
  })

  it('return the content of a response, and a list with its page', async () => {
    const { baseUrl } = await serve(() => ({ json: { ...EVERYTHING, models: [{ id: 'm' }] } }))
    const omen = createOmen({ baseUrl })
    await expect(omen.models.get('m')).resolves.toEqual({ id: 'm' })
    await expect(omen.models.list()).resolves.toEqual({ items: [{ id: 'm' }], ...PAGE })
    await expect(omen.accounts.endSessions()).resolves.toBe(2)
    await expect(omen.invitations.create({ uses: 3 })).resolves.toEqual({ icode: 'abc123' })
  })

  it('throw the problem of every kind of call', async () => {
    const json = { success: false, code: 'FORBIDDEN', message: 'No.', requestId: 'r' }
    const { baseUrl } = await serve(() => ({ status: 403, json }))
    for (const [call] of calls) {
      await expect(async () => call(createOmen({ baseUrl }))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})

describe('detections.series', () => {
  it('asks for 200 series with names of 200 characters in requests that a server takes', async () => {
    const seriesIds = Array.from({ length: 200 }, (_, k) => `内存[节点${k}]`.padEnd(200, '器'))
    const { baseUrl, received } = await serve(({ query }) => ({
      json: { success: true, times: [1], series: query.getAll('seriesIds').map((seriesId) => ({ seriesId })) },
    }))
    const { times, series } = await createOmen({ baseUrl }).detections.series('d', { seriesIds, from: 5 })
    expect([times, series.map(({ seriesId }) => seriesId)]).toEqual([[1], seriesIds])
    expect(new Set(received.map(({ query }) => `${query.get('from')} ${query.get('buckets')}`))).toEqual(
      new Set(['5 500']),
    )
  })
})

describe('system.health', () => {
  it('returns the state of an unhealthy server, at once', async () => {
    const json = { success: false, state: 'starting', stores: { database: true, points: false } }
    const { baseUrl, received } = await serve(() => ({ status: 503, json }))
    await expect(createOmen({ baseUrl }).system.health()).resolves.toEqual(json)
    expect(received).toHaveLength(1)
  })

  it('throws if another server responds', async () => {
    const { baseUrl } = await serve(() => ({ status: 502, text: 'bad gateway' }))
    await expect(createOmen({ baseUrl }).system.health()).rejects.toMatchObject({ code: 'OVERLOADED' })
  })
})
