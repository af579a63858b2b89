import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { dataOf, live, MINUTE_MS, now, session } from './project-page-samples.ts'
import { ingestKeySample, pageOf, projectSample } from './wire-samples.ts'

describe.skipIf(findBrowser() === undefined)('a project', () => {
  const open = useScenes()

  const keys = [ingestKeySample({ id: 'k1', name: 'old', lastUsedAt: now - 3 * MINUTE_MS })]
  const loss = {
    points: 1200,
    logLines: 0,
    series: 2,
    findings: 0,
    incidents: 0,
    verdicts: 3,
    keys: 1,
    members: 0,
  }
  const period = {
    id: 'f1',
    number: 1,
    rows: 2,
    start: now - 2 * MINUTE_MS,
    end: now - MINUTE_MS,
    val: 8.2,
    probability: 0.0001,
    kind: 'anomaly',
    isMissingValue: false,
    state: 'open',
    sentence: 'cpu on web2 reached 42.5 %, usually 20 %',
    series: [{ seriesId: 'cpu[web2]', share: 1, side: 1, firstAt: now - 2 * MINUTE_MS }],
  }
  const incident = {
    id: 'in1',
    number: 1,
    start: period.start,
    end: period.end,
    val: 8.2,
    kind: 'anomaly',
    state: 'open',
    title: 'cpu on web2',
    brief: 'reached 42.5 %',
    sentence: period.sentence,
    instances: ['web2'],
    leadSeriesId: 'cpu[web2]',
    periodIds: ['f1'],
    gapNumbers: [],
  }
  const analysis = {
    success: true,
    projectName: 'shop',
    state: 'live',
    stateSentence: 'Live.',
    trust: 'high',
    stepMs: MINUTE_MS,
    pvalue: 0.99,
    cvalue: 5,
    from: now - 60 * MINUTE_MS,
    to: now,
    bucketMs: 60 * MINUTE_MS,
    times: [now],
    degree: [8],
    series: [],
    seriesTotal: 2,
    periods: [],
    gaps: [],
    incidents: [],
    latestDataTimestamp: now,
    position: now,
    lagMs: 0,
  }
  const answers: Answers = {
    ...session,
    'GET /liveAnalysis': { body: analysis },
    'GET /projects': { body: pageOf('projects', [live]) },
    'GET /projects/shop': { body: { success: true, project: live } },
    'GET /projectData': { body: dataOf(3, undefined, 900) },
    'GET /ingest-keys': { body: { success: true, keys } },
    'POST /remove-project': {
      body: { success: true, isOwner: true, loss: { ...loss, from: now - 86_400_000, to: now } },
    },
    'DELETE /ingest-keys/k1': { body: { success: true } },
  }

  it('draws a chart for each metric, and says that only the first series are shown', async () => {
    const { page } = await open('frame', answers, '/projects/shop')
    await page
      .getByRole('region', { name: 'cpu' })
      .getByRole('button', { name: /^Line of cpu|web1/ })
      .waitFor()
    await page.getByText('The first 2 of 900 series are shown.').waitFor()
  })

  it('lists the kinds of its log lines with their counts, and its last lines', async () => {
    const [firstAt, lastAt] = [now - 60 * MINUTE_MS, now]
    const template = {
      id: 1,
      variables: ['17'],
      count: 1234,
      firstAt,
      lastAt,
      example: 'order 17 failed',
      isError: true,
    }
    const line = { time: now, instance: 'web1', service: 'shop', severity: 17, line: 'order 18 failed' }
    const data = {
      ...dataOf(30),
      templates: [{ ...template, text: 'order <*> failed' }],
      templatesTotal: 1,
      lines: [line],
    }
    const ofLogs = { 'GET /projects/shop': { body: { success: true, project: { ...live, dataType: 'Log' } } } }
    const { page } = await open(
      'frame',
      { ...answers, ...ofLogs, 'GET /projectData': { body: data } },
      '/projects/shop',
    )
    const row = page.getByRole('table', { name: 'Kinds of lines' }).getByRole('row').nth(1)
    await row.waitFor()
    expect(await row.textContent()).toMatch(/Error\s+order\s*…\s*failed\s*1,234/)
    expect(await page.getByRole('region', { name: 'Last lines' }).last().textContent()).toContain(
      'web1 shop order 18 failed',
    )
  })

  it('lists the incidents of the time shown, and zooms to one', async () => {
    const found = { ...analysis, periods: [period], incidents: [incident] }
    const { page, asked } = await open('frame', { ...answers, 'GET /liveAnalysis': { body: found } }, '/projects/shop')
    const row = page.getByRole('region', { name: '1 incident in the time shown' }).getByRole('button')
    await row.getByText('cpu on web2 reached 42.5 %').waitFor()
    await row.getByText('open').waitFor()
    await page.locator('[data-metric=cpu] [data-layer=bars] *').first().waitFor({ state: 'attached' })
    await row.click()
    await page.getByRole('button', { name: 'Back to now' }).waitFor()
    const zoomed = asked.filter((one) => one.startsWith('/liveAnalysis')).at(-1)
    expect(Number(new URLSearchParams(zoomed?.split('?')[1]).get('from'))).toBeLessThan(period.start)
  })

  it('asks only for what is chosen, in buckets no finer than the sampling interval', async () => {
    const address = `/projects/shop?metrics=${encodeURIComponent('cpu\nmem{a="b,c"}')}&instances=web1&span=15m`
    const { page, asked } = await open('frame', answers, address)
    await page.locator('[data-metric=cpu] svg').first().waitFor()
    const queries = asked
      .filter((one) => one.startsWith('/projectData'))
      .map((one) => new URLSearchParams(one.slice(one.indexOf('?'))))
    expect(queries.map((query) => query.getAll('metric'))).toContainEqual(['cpu', 'mem{a="b,c"}'])
    const values = queries.find((query) => Number(query.get('buckets')) > 1)
    expect(Number(values?.get('buckets'))).toBeLessThanOrEqual(16)
  })

  it('leads from the way to send to a new key, whose secret is shown once', async () => {
    const { page, sent } = await open(
      'frame',
      {
        ...answers,
        'GET /projects/shop': { body: { success: true, project: projectSample({}) } },
        'POST /ingest-keys': {
          status: 201,
          body: { success: true, key: ingestKeySample({ id: 'k2' }), secret: 'omen_in_two', commands: [] },
        },
      },
      '/projects/shop',
    )
    await page.getByRole('button', { name: 'Ingest keys' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('web servers')
    await dialog.getByLabel('May read as well').check()
    await dialog.getByLabel('Expires on').fill('2099-05-04')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('omen_in_two').waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByText('omen_in_two').count()).toBe(0)
    const expiresAt = Date.UTC(2099, 4, 4, 23, 59, 59)
    expect(sent).toEqual([
      { call: 'POST /ingest-keys', fields: { projectName: 'shop', name: 'web servers', mayRead: true, expiresAt } },
    ])
  })

  it('says when a key was last used before it is deleted', async () => {
    const { page, sent } = await open('frame', answers, '/projects/shop?tab=keys')
    await page.getByRole('button', { name: 'Delete old' }).click()
    await page
      .getByRole('dialog')
      .getByText(/It was last used \d+ minutes ago\./)
      .waitFor()
    expect(sent).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => sent.map(({ call }) => call)).toEqual(['DELETE /ingest-keys/k1'])
  })

  it('has the selected tab in view on a phone', async () => {
    const { page } = await open('frame', answers, '/projects/shop?tab=settings')
    await page.setViewportSize({ width: 390, height: 844 })
    const tab = page.getByRole('tab', { name: 'Settings' })
    await tab.waitFor()
    await expect.poll(async () => tab.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThan(390)
  })

  it('counts what a shorter retention deletes, before it is saved', async () => {
    const whole = { ...answers, 'GET /projectData': { body: dataOf(3) } }
    const { page, sent } = await open('frame', whole, '/projects/shop?tab=settings')
    await page.getByLabel('Retention').fill('2')
    await page.getByText(/^With the next hourly run, 6 samples before .+ are deleted\.$/).waitFor()
    expect(sent).toEqual([])
  })

  it('counts nothing where the answer has only a part of the series', async () => {
    const { page, sent } = await open('frame', answers, '/projects/shop?tab=settings')
    await page.getByLabel('Retention').fill('2')
    await page.getByText(/^With the next hourly run, what is older than .+ is deleted\.$/).waitFor()
    expect(sent).toEqual([])
  })

  it('goes on at its new address when it is renamed', async () => {
    const renamed = { ...live, projectName: 'store' }
    const { page, sent } = await open(
      'frame',
      {
        ...answers,
        'PATCH /projects/shop': { body: { success: true, project: renamed } },
        'GET /projects/store': { body: { success: true, project: renamed } },
      },
      '/projects/shop?tab=settings',
    )
    await page.getByLabel('Name').fill('store')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByRole('heading', { name: 'store' }).waitFor()
    expect(sent[0]?.fields).toMatchObject({ projectName: 'store', samplingInterval: 1 })
  })

  it('changes the time zone whose clocks its seasons follow', async () => {
    const moved = { ...live, timeZone: 'Europe/Berlin' }
    const { page, sent } = await open(
      'frame',
      { ...answers, 'PATCH /projects/shop': { body: { success: true, project: moved } } },
      '/projects/shop?tab=settings',
    )
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await page.getByText('patterns follow local time, including daylight saving').waitFor()
    await zone.fill('berlin')
    await page.getByRole('option', { name: 'Europe/Berlin' }).click()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect.poll(() => sent[0]?.fields).toMatchObject({ projectName: 'shop', timeZone: 'Europe/Berlin' })
  })

  it('changes its detection, and shows the versions of its model with how often they flag rows', async () => {
    const model = { modelName: 'shop', modelType: 'Holistic' as const, version: 3, trainedFrom: now, trainedTo: now }
    const project = { ...live, model, modelDueAt: now }
    const learned = {
      versions: [{ ...model, from: now, to: null, rows: 1500 }],
      models: [],
      calibration: [{ day: now, nominal: 0.01, observed: 0.0125, samples: 1440 }],
    }
    const { page, sent } = await open(
      'frame',
      {
        ...answers,
        'GET /projects/shop': { body: { success: true, project } },
        'PATCH /projects/shop': { body: { success: true, project } },
        'GET /displayProjectModel': { body: { success: true, ...learned } },
      },
      '/projects/shop?tab=settings',
    )
    await page.getByText('Model shop, version 3, takes part in the scores.').waitFor()
    await page.getByRole('cell', { name: /^1\.3\s%$/ }).waitFor()
    await page.getByLabel('pvalue').fill('0.999')
    await page.getByLabel('Days between trainings').fill('7')
    await page.getByRole('button', { name: 'Save detection settings' }).click()
    const changes = { pvalue: 0.999, cvalue: 5, modelType: 'Holistic', retrainDays: 7 }
    await expect.poll(() => sent).toMatchObject([{ call: 'PATCH /projects/shop', fields: changes }])
  })

  it('tells what removing it deletes, and wants its name', async () => {
    const { page, sent } = await open('frame', answers, '/projects/shop?tab=settings')
    await page.getByRole('button', { name: 'Remove project' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1,200 samples').waitFor()
    await dialog.getByText('3 verdicts').waitFor()
    const button = dialog.getByRole('button', { name: 'Remove project' })
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('shop')
    await button.click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    expect(sent.map(({ fields }) => (fields as { dryRun: boolean }).dryRun)).toEqual([true, false])
  })

  it('names the accounts that do not exist', async () => {
    const { page } = await open(
      'frame',
      { ...answers, 'POST /project-members': { body: { success: true, userNames: ['carol22'] } } },
      '/projects/shop?tab=members',
    )
    const accounts = page.getByRole('combobox', { name: 'Accounts' })
    for (const name of ['carol22', 'nobody9']) {
      await accounts.fill(name)
      await accounts.press('Enter')
    }
    await page.getByRole('button', { name: 'Save members' }).click()
    await page.getByText('There is no account nobody9; it was left out.').waitFor()
  })

  it('of somebody else can be read and left, and nothing else', async () => {
    const shared = { ...live, owner: 'bob123', mine: false }
    const { page, sent } = await open(
      'frame',
      {
        ...answers,
        'GET /projects': { body: pageOf('projects', []) },
        'GET /projects/shop%40bob123': { body: { success: true, project: shared } },
        'POST /remove-project': {
          body: { success: true, isOwner: false, loss: { ...loss, points: 0, from: null, to: null } },
        },
      },
      '/projects/shop@bob123',
    )
    await page.getByText('shared by bob123').waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Data', 'Changes'])
    await page.getByRole('button', { name: 'Leave project' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave project' }).click()
    await page.getByText('No projects yet').waitFor()
    expect(sent[0]?.fields).toMatchObject({ projectName: 'shop@bob123', dryRun: false })
  })
})
