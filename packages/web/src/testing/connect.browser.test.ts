import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, pageOf, projectSample } from './wire-samples.ts'

const now = Math.floor(Date.now() / 60_000) * 60_000
const session: Answers = {
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /projects': { body: pageOf('projects', []) },
}

const collection = {
  connector: 'datadog',
  collectedTo: now,
  nextAt: now + 40_000,
  fault: null,
  faultSince: null,
  sentence: null,
  backfill: null,
}
const failing = { ...collection, fault: 'credentials', faultSince: now - 3_600_000, sentence: 'Enter new keys.' }
const connectionOf = (given: object) => ({
  body: {
    success: true,
    connection: {
      projectName: 'shop',
      collection: { ...collection, ...given },
      settings: { site: 'datadoghq.eu', metrics: ['system.load.1'] },
      secrets: ['apikey', 'appkey'],
    },
  },
})
const shop = (given: object = {}) => ({
  body: { success: true, project: { ...projectSample({ kind: 'datadog' }), collection: { ...collection, ...given } } },
})
const tested = {
  success: true,
  samples: [{ time: now, name: 'system.load.1[node1]', value: 0.52, unit: '%' }],
  choices: [
    {
      field: 'metrics',
      total: 3,
      items: [{ id: 'system.load.1', seriesCount: 4 }, { id: 'system.cpu.user' }, { id: 'system.mem.used' }],
    },
  ],
  estimate: { seriesCount: 4, callsPerDay: 1440, usdPerDay: 1.5, callsPerBackfilledDay: 12 },
  notes: ['One host has no name.'],
}
const refusal = (fault: string, message: string) => ({
  status: 422,
  body: { success: false, code: 'CONNECTION_FAILED', message, details: [{ name: fault, message }], requestId: 'r' },
})

describe.skipIf(findBrowser() === undefined)('a project that fetches', () => {
  const open = useScenes()

  describe('adding one', () => {
    it('names what is missing before the service is asked', async () => {
      const { page, sent } = await open('frame', session, '/projects/add/datadog')
      await page.getByRole('button', { name: 'Test connection' }).click()
      expect(await page.getByText('This is needed').count()).toBe(2)
      expect(await page.getByLabel('API key').evaluate((field) => field === document.activeElement)).toBe(true)
      expect(sent).toEqual([])
    })

    it('is tested, chosen from what there is, and added only as it was tested', async () => {
      const { page, sent } = await open(
        'frame',
        {
          ...session,
          'POST /test-connection': { body: tested },
          'POST /add-datadog-project': { status: 201, body: shop().body },
          'GET /projects/shop': shop(),
          'GET /connection': connectionOf({}),
        },
        '/projects/add/datadog',
      )
      const test = page.getByRole('button', { name: 'Test connection' })
      const add = page.getByRole('button', { name: 'Add project' })
      await page.getByLabel('Name', { exact: true }).fill('shop')
      await page.getByLabel('API key').fill('a')
      await page.getByLabel('Application key').fill('b')
      expect(await page.getByLabel('API key').getAttribute('type')).toBe('password')
      expect(await add.isDisabled()).toBe(true)
      await test.click()
      await page.getByRole('table', { name: 'Samples' }).getByText('system.load.1[node1]').waitFor()
      for (const text of ['One host has no name.', '1,440 calls a day', '$1.50 a day', '168 calls'])
        await page.getByText(text, { exact: true }).waitFor()
      const startOf = async (name: string) => (await page.getByText(name, { exact: true }).last().boundingBox())!.x
      expect(await startOf('system.cpu.user')).toBe(await startOf('system.load.1'))
      await page.getByLabel('Search by name').fill('cpu')
      await page.getByRole('checkbox', { name: 'system.cpu.user' }).check()
      await page.getByText(/^1 selected/).waitFor()
      expect(await page.getByRole('textbox', { name: 'Metrics' }).inputValue()).toBe('system.cpu.user')
      await page.getByText('Changed since the test').waitFor()
      expect(await add.isDisabled()).toBe(true)
      await test.click()
      await add.click()
      await page.getByText('shop is added and fetches from now on.').waitFor()
      await page.getByText('fetching', { exact: true }).waitFor()
      const fields = { site: 'datadoghq.com', apikey: 'a', appkey: 'b', metrics: ['system.cpu.user'] }
      expect(sent.at(-1)).toEqual({
        call: 'POST /add-datadog-project',
        fields: {
          projectName: 'shop',
          samplingInterval: 1,
          timeZone: 'UTC',
          retentionDays: 90,
          dataType: 'Metric',
          backfillDays: 14,
          ...fields,
        },
      })
    })

    it('pulls nobody back who went to another page while it was added', async () => {
      const answers: Answers = {
        ...session,
        'POST /test-connection': { body: tested },
        'POST /add-datadog-project': { status: 201, body: shop().body },
      }
      const { page } = await open('frame', answers, '/projects/add/datadog')
      const held = Promise.withResolvers<void>()
      await page.route('**/add-datadog-project', async (route) => {
        await held.promise
        await route.fallback()
      })
      await page.getByLabel('Name', { exact: true }).fill('shop')
      await page.getByLabel('API key').fill('a')
      await page.getByLabel('Application key').fill('b')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByRole('checkbox', { name: 'system.cpu.user' }).check()
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByRole('button', { name: 'Add project' }).click()
      await page.getByRole('banner').getByRole('link', { name: 'Projects' }).click()
      await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
      held.resolve()
      await page.getByText('shop is added and fetches from now on.').waitFor()
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Projects')
    })

    it('says that what is chosen has no sample, and not to choose', async () => {
      const nothing = { body: { ...tested, samples: [] } }
      const answers: Answers = { ...session, 'POST /test-connection': nothing }
      const { page } = await open('frame', answers, '/projects/add/datadog')
      await page.getByLabel('API key').fill('a')
      await page.getByLabel('Application key').fill('b')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByText('Choose below what is fetched').waitFor()
      await page.getByRole('textbox', { name: 'Metrics' }).fill('no.such.metric')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByText('The service has no sample now for what is fetched.').waitFor()
    })

    it('says beside the field what the service does not accept, and below where no field is meant', async () => {
      const answers: Answers = {
        ...session,
        'POST /test-connection': refusal('credentials', 'The keys are not accepted. It said: Forbidden'),
      }
      const { page } = await open('frame', answers, '/projects/add/datadog')
      const key = page.getByLabel('API key')
      await key.fill('a')
      await page.getByLabel('Application key').fill('b')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByText('The keys are not accepted. It said: Forbidden').waitFor()
      expect(await key.getAttribute('aria-invalid')).toBe('true')
      expect(await key.inputValue()).toBe('a')
      answers['POST /test-connection'] = refusal('providerFailed', 'The service failed.')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByRole('alert').getByText('The service failed.').waitFor()
      expect(await key.getAttribute('aria-invalid')).not.toBe('true')
    })

    it('stores the key file of Google for the test, and deletes it afterwards', async () => {
      const stored = { filename: 'f-handle-1', uploadFileName: 'key.json', bytes: 2, receivedBytes: 2 }
      const { page, sent } = await open(
        'frame',
        {
          ...session,
          'POST /files': { status: 201, body: { success: true, ...stored, sha256: 'a'.repeat(64) } },
          'POST /test-connection': { body: { ...tested, choices: [] } },
          'DELETE /files/f-handle-1': { body: { success: true } },
        },
        '/projects/add/google',
      )
      await page.getByLabel('Project ID').fill('shop-prod')
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Key file of a service account' }).click()
      await (await chooser).setFiles({ name: 'key.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByText(/1 sample in/).waitFor()
      expect(sent.map(({ call }) => call)).toEqual(['POST /files', 'POST /test-connection', 'DELETE /files/f-handle-1'])
      expect(sent[1]?.fields).toMatchObject({ kind: 'google', 'project-id': 'shop-prod', filename: 'f-handle-1' })
    })

    it('shows the fields of logs, and of the source that is chosen', async () => {
      const { page } = await open('frame', session, '/projects/add/amazon')
      await page.getByLabel('Services').waitFor()
      await page.getByText('Logs', { exact: true }).last().click()
      await page.getByLabel('Log groups').waitFor()
      await page.getByRole('link', { name: /^Logs \w/ }).click()
      await page.getByRole('combobox', { name: 'Where it comes from' }).click()
      await page.getByRole('option', { name: 'Elasticsearch' }).click()
      await page.getByLabel('Index').waitFor()
    })
  })

  describe('its page', () => {
    it('says since when it cannot fetch and what to do, and has no keys to send with', async () => {
      const answers = { ...session, 'GET /projects/shop': shop(failing), 'GET /connection': connectionOf(failing) }
      const { page } = await open('frame', answers, '/projects/shop')
      await page.getByRole('tab', { name: 'Connection' }).waitFor()
      expect(await page.getByRole('tab').allTextContents()).toEqual([
        'Data',
        'Changes',
        'Connection',
        'Alerts',
        'Members',
        'Settings',
      ])
      await page.getByRole('button', { name: 'Connection' }).click()
      const alert = page.getByRole('alert')
      await alert.getByText('Enter new keys.').waitFor()
      await alert.getByText(/^Since /).waitFor()
    })

    it('changes only the key that was typed, after a test', async () => {
      const { page, sent } = await open(
        'frame',
        {
          ...session,
          'GET /projects/shop': shop(),
          'GET /connection': connectionOf({}),
          'POST /test-connection': { body: tested },
          'POST /connection': { body: { ...connectionOf({}).body, changes: ['apikey'] } },
        },
        '/projects/shop?tab=connection',
      )
      const save = page.getByRole('button', { name: 'Save connection' })
      await page.getByLabel('API key').fill('new')
      expect(await page.getByRole('combobox', { name: 'Site' }).inputValue()).toBe('datadoghq.eu')
      expect(await save.isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Test connection' }).click()
      await save.click()
      await page.getByText('The connection was saved.').waitFor()
      const base = { kind: 'datadog', projectName: 'shop', samplingInterval: 1 }
      expect(sent).toEqual([
        { call: 'POST /test-connection', fields: { ...base, apikey: 'new' } },
        { call: 'POST /connection', fields: { projectName: 'shop', apikey: 'new' } },
      ])
      await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('')
      expect(await save.isDisabled()).toBe(true)
    })

    it('forgets the key file of Google once it was saved', async () => {
      const stored = { filename: 'f-handle-1', uploadFileName: 'key.json', bytes: 2, receivedBytes: 2 }
      const google = connectionOf({ connector: 'google' })
      google.body.connection = { ...google.body.connection, settings: {}, secrets: ['serviceAccount'] } as never
      const { page } = await open(
        'frame',
        {
          ...session,
          'GET /projects/shop': shop({ connector: 'google' }),
          'GET /connection': google,
          'POST /files': { status: 201, body: { success: true, ...stored, sha256: 'a'.repeat(64) } },
          'POST /test-connection': { body: { ...tested, choices: [] } },
          'DELETE /files/f-handle-1': { body: { success: true } },
          'POST /connection': { body: { ...google.body, changes: ['serviceAccount'] } },
        },
        '/projects/shop?tab=connection',
      )
      const save = page.getByRole('button', { name: 'Save connection' })
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Key file of a service account' }).click()
      await (await chooser).setFiles({ name: 'key.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
      await page.getByText('key.json').waitFor()
      await page.getByRole('button', { name: 'Test connection' }).click()
      await save.click()
      await page.getByText('The connection was saved.').waitFor()
      await expect.poll(() => page.getByText('key.json').count()).toBe(0)
      expect(await save.isDisabled()).toBe(true)
    })

    it('sends a field empty that was emptied', async () => {
      const settings = { site: 'datadoghq.eu', endpoint: 'https://gateway', metrics: ['system.load.1'] }
      const { connection, success } = connectionOf({}).body
      const withEndpoint = { body: { success, connection: { ...connection, settings } } }
      const { page, sent } = await open(
        'frame',
        {
          ...session,
          'GET /projects/shop': shop(),
          'GET /connection': withEndpoint,
          'POST /test-connection': { body: tested },
          'POST /connection': { body: { ...withEndpoint.body, changes: [] } },
        },
        '/projects/shop?tab=connection',
      )
      await page.getByText('More settings', { exact: true }).click()
      await page.getByLabel('Endpoint').fill('')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByRole('button', { name: 'Save connection' }).click()
      await page.getByText('The connection was saved.').waitFor()
      expect(sent.at(-1)).toEqual({ call: 'POST /connection', fields: { projectName: 'shop', endpoint: '' } })
    })

    it('shows how far its history is, and pauses, resumes and starts it', async () => {
      const backfill = { state: 'running', from: now - 86_400_000, to: now, done: 0.425, fault: null, sentence: null }
      const answers: Answers = {
        ...session,
        'GET /projects/shop': shop(),
        'GET /connection': connectionOf({ backfill }),
        'POST /test-connection': { body: tested },
        'POST /backfill': ({ action }) => {
          const state = action === 'pause' ? 'paused' : action === 'cancel' ? 'cancelled' : 'running'
          answers['GET /connection'] = connectionOf({ backfill: { ...backfill, state } })
          return answers['GET /connection'] as never
        },
      }
      const { page, sent } = await open('frame', answers, '/projects/shop?tab=connection')
      const bar = page.getByRole('progressbar', { name: 'Share of the history that is fetched' })
      expect(Number(await bar.getAttribute('aria-valuenow'))).toBeCloseTo(42.5)
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByRole('button', { name: 'Resume' }).waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByText('360 calls', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Fetch history (30 days)' }).click()
      await page.getByRole('button', { name: 'Pause' }).waitFor()
      const changes = sent.filter(({ call }) => call === 'POST /backfill')
      expect(changes.map(({ fields }) => fields)).toEqual([
        { projectName: 'shop', action: 'pause' },
        { projectName: 'shop', action: 'cancel' },
        { projectName: 'shop', action: 'start', days: 30 },
      ])
    })

    it('breaks a sentence of one long word where it ends', async () => {
      const word = 'kubernetes_persistent_volume_claim_'.repeat(6)
      const backfill = { state: 'paused', from: now - 86_400_000, to: now, done: 0.4, fault: 'query', sentence: word }
      const { page } = await open(
        'frame',
        { ...session, 'GET /projects/shop': shop(), 'GET /connection': connectionOf({ backfill }) },
        '/projects/shop?tab=connection',
      )
      const alert = page.getByRole('alert').filter({ hasText: word })
      expect(await alert.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    })

    it('is marked in the list while it cannot fetch', async () => {
      const list = pageOf('projects', [shop(failing).body.project])
      const { page } = await open('frame', { ...session, 'GET /projects': { body: list } }, '/projects')
      await page.getByText('cannot fetch').waitFor()
    })
  })
})
