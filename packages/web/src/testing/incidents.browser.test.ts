import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { listedSample, listSample, ruleSample } from './incident-samples.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, pageOf, projectSample } from './wire-samples.ts'

const answers: Answers = {
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /projects': { body: pageOf('projects', [projectSample({}), projectSample({ projectName: 'checkout' })]) },
  'GET /dashboard-incident': {
    body: listSample([
      listedSample(),
      listedSample({
        id: 'in2',
        title: 'disk_write on node5',
        family: 'disk',
        val: 5.2,
        state: 'acknowledged',
        repeats: { count: 5, key: 'k5', firstOnset: Date.UTC(2026, 10, 1) },
      }),
    ]),
  },
}

const lastQuery = (asked: string[]): URLSearchParams =>
  new URLSearchParams(asked.findLast((one) => one.startsWith('/dashboard-incident?'))?.split('?')[1])

describe.skipIf(findBrowser() === undefined)('the list of incidents', () => {
  const open = useScenes()

  it('says what is open, with a tab and a count for each state', async () => {
    const { page, asked } = await open('frame', answers, '/incidents')
    await page.getByRole('heading', { level: 1, name: '2 open incidents, 1 predicted' }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'cpu on node3' })
    await row.getByRole('img', { name: 'CPU' }).waitFor()
    expect(await row.getByRole('link').getAttribute('href')).toBe('/incidents/in1')
    expect(lastQuery(asked).get('tab')).toBe('open')
    await page.getByRole('tab', { name: 'Resolved 3' }).click()
    await expect.poll(() => lastQuery(asked).get('tab')).toBe('resolved')
    await page.getByRole('heading', { level: 1, name: '3 resolved incidents' }).waitFor()
  })

  it('has the chosen tab in view where there is not room for all, when it opens and after a choice', async () => {
    const { page } = await open('frame', answers, '/incidents?tab=starred')
    await page.addStyleTag({ content: '[role="tablist"] { display: flex; width: 160px }' })
    const isInView = (name: RegExp) =>
      page.getByRole('tab', { name }).evaluate((tab) => {
        const [own, row] = [tab.getBoundingClientRect(), tab.parentElement!.getBoundingClientRect()]
        return own.left >= row.left - 1 && own.right <= row.right + 1
      })
    await page.getByRole('tab', { name: /^Starred/, selected: true }).waitFor()
    await expect.poll(() => isInView(/^Starred/)).toBe(true)
    expect(await isInView(/^Open/)).toBe(false)
    // Without the scrolling of a real click
    await page.getByRole('tab', { name: /^Open/ }).evaluate((tab: HTMLElement) => tab.click())
    await expect.poll(() => isInView(/^Open/)).toBe(true)
  })

  it('is narrowed by text, project and kind, which the address holds', async () => {
    const { page, asked } = await open('frame', answers, '/incidents?kind=disk,cpu&project=checkout')
    await page.getByRole('textbox', { name: /^Names, instances/ }).fill('node5')
    await expect.poll(() => lastQuery(asked).get('q')).toBe('node5')
    const query = lastQuery(asked)
    expect([query.getAll('family').join(), query.get('projectName'), query.get('fold')]).toEqual([
      ...['cpu,disk', 'checkout', 'true'],
    ])
    await page.getByRole('button', { name: 'Fold repeats' }).click()
    await expect.poll(() => lastQuery(asked).get('fold')).toBeNull()
  })

  it('folds what repeats, and lists the repeats one by one', async () => {
    const { page, asked } = await open('frame', answers, '/incidents')
    await page.getByRole('button', { name: 'List the repeats of disk_write on node5' }).click()
    await page.getByText('Only incidents that repeat each other').waitFor()
    await expect.poll(() => lastQuery(asked).get('repeatKey')).toBe('k5')
    expect(lastQuery(asked).get('fold')).toBeNull()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByText('Only incidents that repeat each other').waitFor({ state: 'detached' })
  })

  it('acknowledges all that are selected; what fails stays selected', async () => {
    const decided = (id: string) => ({
      id,
      projectName: 'shop',
      state: 'acknowledged',
      decidedAt: 1,
      decidedBy: 'alice1',
      note: null,
    })
    const failing: Answers = {
      ...answers,
      'POST /incidents/in1': { body: { success: true, incident: decided('in1') } },
      'POST /incidents/in2': {
        status: 404,
        body: { success: false, code: 'NOT_FOUND', message: 'Gone.', requestId: 'r' },
      },
    }
    const { page, sent } = await open('frame', failing, '/incidents')
    await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check()
    const bar = page.getByRole('region', { name: 'Selected incidents' })
    await bar.getByText('2 selected').waitFor()
    await bar.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText('1 of 2 could not be changed. They stay selected.').waitFor()
    await bar.getByText('1 selected').waitFor()
    expect(sent).toContainEqual({ call: 'POST /incidents/in1', fields: { action: 'acknowledge' } })
  })

  it('merges what is selected into the one that began first, unless another is chosen', async () => {
    const incident = { id: 'in1', projectName: 'shop', state: 'open', decidedAt: null, decidedBy: null, note: null }
    const merging: Answers = {
      ...answers,
      'POST /incidents/in1': { body: { success: true, incident } },
      'POST /incidents/in2': { body: { success: true, incident } },
    }
    const { page, sent } = await open('frame', merging, '/incidents')
    await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check()
    await page.getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('One incident becomes part of the one chosen here').waitFor()
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]).toEqual({ call: 'POST /incidents/in2', fields: { action: 'merge', into: 'in1' } })
  })

  it('reads and draws only what is in view of ten thousand', async () => {
    const total = 10_000
    const many: Answers = {
      ...answers,
      'GET /dashboard-incident': {
        body: listSample(
          Array.from({ length: 100 }, (_, index) => listedSample({ id: `in${index}`, title: `cpu on n${index}` })),
          { page: { page: 1, pageSize: 100, total } },
        ),
      },
    }
    const { page, asked } = await open('frame', many, '/incidents')
    const table = page.getByRole('table', { name: 'Incidents' })
    await table.getByRole('link', { name: 'cpu on n0', exact: true }).waitFor()
    expect(await table.getAttribute('aria-rowcount')).toBe(String(total + 1))
    expect(await table.getByRole('row').count()).toBeLessThan(60)
    await table.evaluate((one) => {
      const box = one.parentElement as HTMLElement
      box.scrollTop = box.scrollHeight / 2
    })
    await expect.poll(() => Number(lastQuery(asked).get('page'))).toBeGreaterThan(40)
    expect(await table.getByRole('row').count()).toBeLessThan(60)
  })

  it('shows what is predicted hollow, with the record of its rule', async () => {
    const rules = [
      ruleSample(),
      ruleSample({ id: 'rule2', state: 'cameTrue', incidentId: 'in9', subject: 'cpu on n1' }),
    ]
    const predicted = {
      ...answers,
      'GET /dashboard-incident': { body: listSample([], { predictions: rules, predicted: [] }) },
    }
    const { page } = await open('frame', predicted, '/incidents?tab=predicted')
    await page.getByRole('heading', { level: 1, name: '1 predicted incident' }).waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'disk_write on node5' })
    await row.getByText('seen 7 of 9 times, on average 12 min before').waitFor()
    await row.getByText(/^After queue_depth on node2 went up, .*expected .* to /).waitFor()
    expect(
      await row.getByRole('img', { name: 'Predicted, not yet an incident' }).locator('path').getAttribute('fill'),
    ).toBe('none')
    const came = page.getByRole('listitem').filter({ hasText: 'came true' })
    expect(await came.getByRole('link', { name: 'Open the incident' }).getAttribute('href')).toBe('/incidents/in9')
  })

  it('says why it is empty, and what clears the filters', async () => {
    const empty = { ...answers, 'GET /dashboard-incident': { body: listSample([]) } }
    const { page } = await open('frame', empty, '/incidents')
    await page.getByText('Nothing is open. An incident appears here within seconds of its beginning.').waitFor()
    await page.getByRole('textbox', { name: /^Names, instances/ }).fill('x')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('Nothing is open. An incident').waitFor()
  })
})
