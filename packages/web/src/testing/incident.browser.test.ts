import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { detailSample, listedSample, listSample, onset, postMortemSample } from './incident-samples.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, JOB_SAMPLE, pageOf } from './wire-samples.ts'

const NOT_FOUND = { status: 404, body: { success: false, code: 'NOT_FOUND', message: 'None.', requestId: 'r' } }
const DECISION = { id: 'in1', projectName: 'shop', state: 'open', decidedAt: null, decidedBy: null, note: null }
const answers: Answers = {
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /liveAnalysis': NOT_FOUND,
  'GET /incidents/in1': { body: { success: true, ...detailSample() } },
  'POST /incidents/in1': { body: { success: true, incident: DECISION } },
  'GET /postMortem': { body: { success: true, ...postMortemSample() } },
}
const withDetail = (given: Parameters<typeof detailSample>[0]): Answers => ({
  ...answers,
  'GET /incidents/in1': { body: { success: true, ...detailSample(given) } },
})

describe.skipIf(findBrowser() === undefined)('the page of an incident', () => {
  const open = useScenes()

  it('says what happened, where and since when, and ranks what may have led to it', async () => {
    const { page } = await open('frame', answers, '/incidents/in1')
    await page.getByRole('heading', { level: 1, name: 'cpu on node3 reached 91.8 %, usually 28.1' }).waitFor()
    const causes = page.getByRole('list', { name: 'Likely causes' }).getByRole('listitem')
    expect(await causes.getByRole('heading').allTextContents()).toEqual([
      ...['release 2.41.0', 'cpu on node3', 'mem on node3'],
    ])
    await causes.first().getByText('1 min before the first movement, on node3.').waitFor()
    await causes.nth(1).getByText('cpu on node3 went up to 98, 8.4 usual spreads from 37.2, first to move.').waitFor()
    await causes
      .nth(2)
      .getByText(/^Rather an effect\./)
      .waitFor()
  })

  it('has drawings that fit on the paper when it is printed', async () => {
    const { page } = await open('frame', answers, '/incidents/in1')
    await page.getByRole('list', { name: 'Likely causes' }).waitFor()
    await page.setViewportSize({ width: 1200, height: 900 })
    const widest = () =>
      page.locator('main svg').evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().width)))
    await expect.poll(widest).toBeGreaterThan(700)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(widest).toBeLessThanOrEqual(670)
    await page.emulateMedia({ media: null })
    await expect.poll(widest).toBeGreaterThan(700)
  })

  it('of a file says what it does not have, and why, and offers no star', async () => {
    const source = {
      ...detailSample().source,
      kind: 'detection',
      detectionId: 'd1',
      uploadFileName: 'day.csv',
    } as const
    const logs = { from: onset, to: onset, hasMore: false, lines: [] }
    const { page } = await open('frame', withDetail({ source, logs, similar: [], can: [] }), '/incidents/in1')
    const note = /^Found in the file day\.csv, whose data has ended: .* no state, star or log lines\.$/
    await page.getByRole('status').getByText(note).waitFor()
    const similar = page.getByRole('region', { name: 'Similar incidents' })
    await similar.getByText(/^Similar incidents are looked for in the history of a project\. A file has none/).waitFor()
    expect(await page.getByRole('button', { name: /star/i }).count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Log lines around onset' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'day.csv' }).getAttribute('href')).toBe('/detections/d1')
  })

  it('names an instance or the collector as the cause where all of it stopped', async () => {
    const [cause] = detailSample().causes
    const stopped = { ...cause!, hits: { count: 0, of: 4 }, moved: { count: 5, of: 6 }, stopped: 5 }
    const causes = [
      { ...stopped, kind: 'instance' as const, sentence: 'node3 stopped, with 5 of its 6 metrics, first to move' },
      {
        ...stopped,
        rank: 2,
        kind: 'collector' as const,
        seriesId: '',
        metric: '',
        instance: '',
        stopped: 30,
        sentence: 'collector stopped, with all of its 30 series, first to move',
      },
    ]
    const { page } = await open('frame', withDetail({ causes, changes: [] }), '/incidents/in1')
    const items = page.getByRole('list', { name: 'Likely causes' }).getByRole('listitem')
    await items.first().waitFor()
    expect(await items.getByRole('heading').allTextContents()).toEqual(['node3', 'Collector'])
    expect(await items.getByText(/metrics there moved/).count()).toBe(0)
  })

  it('has its timeline by onset in lanes, and as a table', async () => {
    const { page } = await open('frame', answers, '/incidents/in1')
    const rows = page.getByRole('list', { name: 'Timeline by onset' }).getByRole('listitem')
    await rows.nth(3).waitFor()
    const names = ['release 2.41.0', 'pricing rules compiled again', 'cpu on node3', 'mem on node3']
    for (const [index, name] of names.entries()) await rows.nth(index).getByText(name).first().waitFor()
    await page.getByRole('button', { name: 'Show the timeline as a table' }).click()
    const table = page.getByRole('table', { name: 'Timeline by onset' })
    expect(await table.getByRole('row').count()).toBe(5)
    await table.getByRole('row').nth(1).getByText('change').waitFor()
  })

  it('marks log lines never seen before, folds others, and shows what would hide text as signs', async () => {
    const { page } = await open('frame', answers, '/incidents/in1')
    const lines = page.getByRole('list', { name: 'Log lines around onset' })
    await lines.getByText('order 50995 failed: <b>TypeError</b> ␛[31mCannot read').waitFor()
    expect(await lines.locator('b').count()).toBe(0)
    expect(await lines.locator('[data-new]').count()).toBe(3)
    await lines.getByRole('button', { name: '6 lines as before' }).click()
    await expect.poll(() => lines.getByRole('listitem').count()).toBe(11)
  })

  it('draws each time a thing moved once', async () => {
    const detail = detailSample()
    const sample = { ...detail.timeline[0]!, lane: 'log' as const, name: 'refused', link: null, val: 7 }
    const timeline = [0, 20_000].map((later) => ({ ...sample, at: onset + later, end: onset + later }))
    const { page } = await open('frame', withDetail({ timeline }), '/incidents/in1')
    const lane = page.getByRole('region', { name: 'What moved, by onset' }).locator('[data-lane="log"]')
    await lane.getByText('refused').waitFor()
    await expect.poll(() => lane.locator('svg > rect').count()).toBe(2)
  })

  it('begins the log lines shortly before the onset', async () => {
    const [sample] = detailSample().logs.lines
    const lines = Array.from({ length: 120 }, (_, second) => ({
      ...sample!,
      time: onset + (second - 90) * 1000,
      severity: 17,
      line: `refused ${second}`,
    }))
    const logs = { from: onset - 90_000, to: onset + 30_000, hasMore: false, lines }
    const { page } = await open('frame', withDetail({ logs }), '/incidents/in1')
    const list = page.getByRole('list', { name: 'Log lines around onset' })
    await list.getByText('refused 90').waitFor()
    expect(await list.getByText('refused 86').count()).toBe(0)
    await page.getByRole('button', { name: 'Show 87 earlier lines' }).click()
    await list.getByText('refused 86').waitFor()
  })

  it('acknowledges, and resolves with a note of what was done', async () => {
    const { page, sent } = await open('frame', answers, '/incidents/in1')
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText('Acknowledged. It is neither sent nor escalated any more.').waitFor()
    await page.getByRole('button', { name: 'Resolve' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What was done').fill('rolled back')
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await expect.poll(() => sent.at(-1)?.fields).toEqual({ action: 'resolve', note: 'rolled back' })
  })

  it('leads from an incident that was merged to the one that stays, and says so', async () => {
    const forwarding = { ...answers, 'GET /incidents/old': answers['GET /incidents/in1']! }
    const { page } = await open('frame', forwarding, '/incidents/old')
    await page.getByText('The incident of this link was merged into this one.').waitFor()
  })

  it('says that points have passed retention, and shows what was kept', async () => {
    const sentence = 'Its points were deleted on 1 Nov; the picture and the causes were kept.'
    const { picture } = detailSample()
    const { page } = await open(
      'frame',
      withDetail({
        retention: { hasPassed: true, keptAt: onset, sentence },
        picture: { ...picture, source: 'kept' },
        causesState: 'kept',
      }),
      '/incidents/in1',
    )
    await page.getByText(sentence).waitFor()
    await page.getByRole('region', { name: 'cpu' }).getByText('kept', { exact: true }).waitFor()
    await page.getByText('Ranked when its points were still there.').waitFor()
  })

  it('publishes the time around it, where the project is the own one and its points are there', async () => {
    const job = { ...JOB_SAMPLE, kind: 'publication', state: 'running' }
    const publishing = { ...answers, 'POST /publishdataproject': { status: 202, body: { success: true, job } } }
    const { page, sent } = await open('frame', publishing, '/incidents/in1')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish a frozen copy' })
    await dialog.getByText(/Time: .+/).waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('cpu on node3')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    const { from, to } = detailSample().picture
    await expect.poll(() => sent.at(-1)?.fields).toMatchObject({ projectName: 'shop', from, name: 'cpu on node3' })
    const published = sent.at(-1)?.fields as { to: number }
    expect(published.to).toBeGreaterThan(onset)
    expect(published.to).toBeLessThanOrEqual(to)
  })

  it('offers no copy of points that have passed retention, or of a project of somebody else', async () => {
    const { picture } = detailSample()
    for (const given of [
      { picture: { ...picture, source: 'kept' as const } },
      { incident: listedSample({ owner: 'bob123' }) },
    ]) {
      const { page } = await open('frame', withDetail(given), '/incidents/in1')
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menu').waitFor()
      expect(await page.getByRole('menuitem', { name: 'Publish' }).count()).toBe(0)
    }
  })

  it('offers only what can be done with it', async () => {
    const { page } = await open('frame', withDetail({ can: [] }), '/incidents/in1')
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
    for (const name of ['Acknowledge', 'Resolve', 'Leave out of training', 'Add note'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
  })

  it('shows what the model would learn before it is left out of training', async () => {
    const training = {
      nextTrainingAt: onset + 86_400_000,
      durationMs: 3_600_000,
      leftOutMs: 3_600_000,
      leftOutBeforeMs: 0,
      trainingMs: 604_800_000,
      series: [
        {
          seriesId: 'cpu[node3]',
          metric: 'cpu',
          instance: 'node3',
          mean: 41.5,
          deviation: 12,
          meanAfter: 37.2,
          deviationAfter: 6,
        },
      ],
    }
    const answered = { ...answers, 'POST /incidents/in1': { body: { success: true, incident: DECISION, training } } }
    const { page, sent } = await open('frame', answered, '/incidents/in1')
    await page.getByRole('button', { name: 'Leave out of training' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/leaves out all of its 1 h; without this choice, /).waitFor()
    await dialog.getByRole('row', { name: 'cpu on node3 41.5 37.2 12 6' }).waitFor()
    expect(sent).toEqual([{ call: 'POST /incidents/in1', fields: { action: 'excludeFromTraining', dryRun: true } }])
    await dialog.getByRole('button', { name: 'Leave out' }).click()
    await expect.poll(() => sent.at(-1)?.fields).toEqual({ action: 'excludeFromTraining' })
  })

  it('is merged into another of its project, which is found by name', async () => {
    const others = listSample([listedSample({ id: 'in2', title: 'mem on node3' })])
    const answered = { ...answers, 'GET /dashboard-incident': { body: others } }
    const { page, sent, asked } = await open('frame', answered, '/incidents/in1')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge into another' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('mem')
    await expect.poll(() => asked.some((one) => /dashboard-incident.*q=mem/.test(one))).toBe(true)
    await dialog.getByRole('radio').check()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect.poll(() => sent.at(-1)?.fields).toEqual({ action: 'merge', into: 'in2' })
  })

  it('has findings split off, but not all of them', async () => {
    const { page, sent } = await open('frame', answers, '/incidents/in1')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Split off findings' }).click()
    const dialog = page.getByRole('dialog')
    for (const box of await dialog.getByRole('checkbox').all()) await box.check()
    await dialog.getByText('At least one finding has to stay.').waitFor()
    await dialog.getByRole('checkbox').first().uncheck()
    await dialog.getByRole('button', { name: 'Split off 1 finding' }).click()
    await expect.poll(() => sent.at(-1)?.fields).toEqual({ action: 'split', findingIds: ['f2'] })
  })

  it('says what moved before what by the keyboard, filtered by strength, and as a table', async () => {
    const { page } = await open('frame', answers, '/incidents/in1')
    const card = page.getByRole('region', { name: 'What moved before what' })
    await card.getByText('in this and 3 other incidents').waitFor()
    await card.getByRole('button', { name: /^cpu node3 / }).focus()
    await card.getByText('Nothing moved before cpu node3.').waitFor()
    await page.keyboard.press('ArrowRight')
    await card.getByText('mem node3 before latency lb: 2 of 3 times, 5 min apart').waitFor()
    await card.getByRole('button', { name: /^Strength/ }).click()
    await page.getByRole('menuitem', { name: '90 % or more' }).click()
    await card.getByRole('button', { name: 'Show the order as a table' }).click()
    const table = card.getByRole('table')
    expect(await table.getByRole('row').count()).toBe(2)
  })

  it('is printed with its title and without buttons, light where the page is dark', async () => {
    const { page } = await open('frame', answers, '/incidents/in1')
    await page.emulateMedia({ colorScheme: 'dark' })
    const title = page.getByRole('heading', { level: 1 })
    const resolve = page.getByRole('button', { name: 'Resolve' })
    await resolve.waitFor()
    const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
    await expect.poll(scheme).toBe('dark')
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
    await expect.poll(scheme).toBe('light')
    expect(await title.isVisible()).toBe(true)
    const actions = [/^Resolve$/, /^Export$/, /^Show the (order|instances|timeline) as a table$/, /^Add note$/]
    for (const name of actions) expect(await page.getByRole('button', { name }).count()).toBe(0)
    await page.emulateMedia({ colorScheme: 'dark', media: null })
    await expect.poll(scheme).toBe('dark')
    await resolve.waitFor()
  })

  it('lists as a table what its map shows, and every instance on demand', async () => {
    const tree = Array.from({ length: 30 }, (_, k) => ({
      instance: `node${k}`,
      weight: 30 - k,
      metrics: [{ metric: 'cpu', seriesId: `cpu[node${k}]`, weight: 30 - k }],
    }))
    const { page } = await open('frame', withDetail({ tree }), '/incidents/in1')
    const card = page.getByRole('region', { name: 'Where it was' })
    await card.getByText('6 other instances').waitFor()
    await card.getByRole('button', { name: 'Show the instances as a table' }).click()
    const rows = card.getByRole('table').getByRole('row')
    expect(await rows.count()).toBe(1 + 25)
    await card.getByRole('row', { name: '6 other instances' }).waitFor()
    await card.getByRole('button', { name: 'Show all 30 instances' }).click()
    await expect.poll(() => rows.count()).toBe(1 + 30)
  })

  it('names instances in the boxes of the graph whole', async () => {
    const detail = detailSample()
    const metric = 'network_receive_bytes_of_all_interfaces'
    const nodes = detail.graph.nodes.map((node) => ({ ...node, metric }))
    const { page } = await open('frame', withDetail({ graph: { ...detail.graph, nodes } }), '/incidents/in1')
    const instance = page
      .locator('[data-node]')
      .filter({ hasText: 'node3' })
      .first()
      .getByText('node3', { exact: true })
    const [shown, whole] = await instance.evaluate((span) => [span.clientWidth, span.scrollWidth])
    expect(shown).toBe(whole)
  })

  it('says where the order is of this incident alone', async () => {
    const { graph } = detailSample()
    const { page } = await open('frame', withDetail({ graph: { ...graph, incidents: 1 } }), '/incidents/in1')
    const card = page.getByRole('region', { name: 'What moved before what' })
    await card.getByText('in this incident alone').waitFor()
  })

  it('shows where it was as areas and as a table', async () => {
    const { page } = await open('frame', answers, '/incidents/in1')
    const card = page.getByRole('region', { name: 'Where it was' })
    await card.getByRole('listitem').filter({ hasText: 'cpu' }).last().waitFor()
    await card.getByRole('button', { name: 'Show the instances as a table' }).click()
    await card.getByRole('row', { name: 'node3 cpu 60 %' }).waitFor()
  })

  it('has notes added to what was done', async () => {
    const { page, sent } = await open('frame', answers, '/incidents/in1')
    await page.getByText('rolling back to 2.40.3').waitFor()
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('cache cleared')
    await page.getByRole('region', { name: 'What was done' }).getByRole('button', { name: 'Add', exact: true }).click()
    await expect.poll(() => sent.at(-1)?.fields).toEqual({ action: 'note', note: 'cache cleared' })
  })

  it('is said not to exist where it is not readable', async () => {
    const { page } = await open('frame', { ...answers, 'GET /incidents/in1': NOT_FOUND }, '/incidents/in1')
    await page.getByRole('heading', { name: 'Nothing at this address' }).waitFor()
    await page.getByRole('link', { name: 'Go to Incidents' }).waitFor()
  })
})
