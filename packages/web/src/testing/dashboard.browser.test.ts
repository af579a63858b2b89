import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { dashboardCalendar, dashboardNow, dashboardProjects, dashboardValues } from './dashboard-samples.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, dashboardProjectSample, pageOf } from './wire-samples.ts'

const answers: Answers = {
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /liveAnalysis': { status: 404, body: { success: false, code: 'NOT_FOUND', message: 'None.', requestId: 'r' } },
  'GET /dashboard-uservalues': { body: dashboardValues() },
  'GET /dashboard-incident': { body: dashboardCalendar() },
}

/** What was asked of an operation last. */
const lastQuery = (asked: string[], path: string): URLSearchParams =>
  new URLSearchParams(
    asked
      .filter((one) => one.startsWith(`/${path}?`))
      .at(-1)
      ?.split('?')[1],
  )

describe.skipIf(findBrowser() === undefined)('the dashboard', () => {
  const open = useScenes()

  it('says in its headline what is wrong, where it is worst, and since when', async () => {
    const { page } = await open('frame', answers, '/dashboard')
    await page
      .getByRole('heading', {
        level: 1,
        name: '2 open incidents, 1 predicted, 1 silent project; checkout is worst, abnormal for 8 h',
      })
      .waitFor()
    await page.getByText('3.1 % of series time abnormal · 0.8 % in the same time last week').waitFor()
  })

  it('lists the projects worst first, with links to them, figures and lanes', async () => {
    const { page } = await open('frame', answers, '/dashboard')
    const rows = page.getByRole('region', { name: 'Projects, worst first' }).getByRole('row')
    await rows.nth(8).waitFor()
    const names = await rows.getByRole('link').allTextContents()
    expect(names).toEqual(dashboardProjects.map(({ projectName }) => projectName))
    expect(await rows.nth(6).getByRole('link').getAttribute('href')).toBe('/live/warehouse@bob123')
    await rows.nth(1).getByText('12 %').waitFor()
    await rows.nth(3).getByText('no data', { exact: true }).waitFor()
    await page.locator('[data-lane=checkout] [data-finding="1"]').first().waitFor()
    await page.getByText('learning: what is found is tentative').waitFor()
  })

  it('gives what was abnormal before a project fell silent, where there is data in the time shown', async () => {
    const hourMs = 3_600_000
    const figures = { abnormalShare: 0.0231, seriesMs: 10 * hourMs, findings: 1, incidents: 1 }
    const silent = (projectName: string, to: number | null) =>
      dashboardProjectSample({ projectName, state: 'silent', health: null, figures, to })
    const projects = [
      silent('today', dashboardNow - hourMs),
      silent('last-week', dashboardNow - 170 * hourMs),
      silent('never', null),
    ]
    const body = dashboardValues({ projects, incidents: [] })
    const { page } = await open('frame', { ...answers, 'GET /dashboard-uservalues': { body } }, '/dashboard')
    const row = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    await row('today').getByText('2.3 %').waitFor()
    for (const name of ['last-week', 'never']) await row(name).getByText('no data', { exact: true }).waitFor()
  })

  it('leads from an incident to its page, and says why a project is silent', async () => {
    const { page } = await open('frame', answers, '/dashboard')
    const card = page.getByRole('region', { name: 'Open and predicted' })
    const link = card.getByRole('link', { name: 'cpu on node3' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('/incidents/in1')
    await card.getByText(/payments.*Nothing has arrived for 128 min\. Check that the sender runs/).waitFor()
    expect(await card.getByRole('link', { name: 'Ingest keys' }).getAttribute('href')).toBe(
      '/projects/payments?tab=keys',
    )
  })

  it('says what is ahead, when, and by what it is known, and leads to its forecast', async () => {
    const { page } = await open('frame', answers, '/dashboard')
    const line = page.getByRole('link', { name: 'disk_used on db-2' })
    await line.waitFor()
    expect(await line.getAttribute('href')).toBe('/live/catalog?ahead=24h&metrics=disk_used&instances=db-2')
    await line.getByText('catalog · predicted, in about 9 h').waitFor()
    await line
      .getByText(/^Leaves the range of its last 14 days \(at most 81 %\) at about .*, between .* and .*\.$/)
      .waitFor()
    const figure = page.getByRole('region', { name: 'Figures' }).getByRole('button', { name: /1 predicted/ })
    await figure.getByText('catalog in about 9 h: disk_used on db-2').waitFor()
    await figure.click()
    await page.getByText('Only with predicted incidents').waitFor()
    expect(await page.locator('[data-lane]').count()).toBe(1)
    await page.getByRole('heading', { level: 1, name: '1 predicted incident: disk_used on db-2 in catalog' }).waitFor()
  })

  it('is narrowed to a project by a click on its lane, in lanes, incidents and calendar alike; Escape shows all', async () => {
    const { page, asked } = await open('frame', answers, '/dashboard')
    const lanes = page.locator('[data-part=lanes]')
    await lanes.waitFor()
    await lanes.click({ position: { x: 20, y: 84 } })
    await page.getByText('Only search').waitFor()
    await expect.poll(() => lastQuery(asked, 'dashboard-incident').get('projectName')).toBe('search')
    await page
      .getByRole('heading', { level: 1, name: '1 open incident: network_receive on search-1 in search' })
      .waitFor()
    expect(await page.locator('[data-lane]').count()).toBe(1)
    expect(await page.getByRole('region', { name: 'Open incidents' }).getByRole('listitem').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByText('Only search').waitFor({ state: 'detached' })
    expect(await page.locator('[data-lane]').count()).toBe(8)
  })

  it('is narrowed to a time by a brush', async () => {
    const { page, asked } = await open('frame', answers, '/dashboard')
    const box = await page.locator('[data-part=lanes]').boundingBox()
    const y = (box?.y ?? 0) + 60
    await page.mouse.move((box?.x ?? 0) + 0.5 * (box?.width ?? 0), y)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 0.6 * (box?.width ?? 0), y)
    await page.mouse.move((box?.x ?? 0) + 0.75 * (box?.width ?? 0), y)
    await page.mouse.up()
    await page.getByRole('heading', { level: 1, name: 'Nothing was found in the time shown' }).waitFor()
    const query = lastQuery(asked, 'dashboard-uservalues')
    const hoursAgo = (name: string) => (dashboardNow - Number(query.get(name))) / 3_600_000
    expect(hoursAgo('from')).toBeCloseTo(12, 0)
    expect(hoursAgo('to')).toBeCloseTo(6, 0)
    await page.getByRole('region', { name: 'Incidents in the time shown' }).waitFor()
  })

  it('shows only what a figure counts', async () => {
    const { page } = await open('frame', answers, '/dashboard')
    await page.getByRole('button', { name: /^1 silent project/ }).click()
    await page.locator('[data-lane=payments]').waitFor()
    expect(await page.locator('[data-lane]').count()).toBe(1)
    await page.getByRole('button', { name: /^1 silent project/ }).click()
    await page.locator('[data-lane=checkout]').waitFor()
  })

  it('has the same as a table', async () => {
    const { page } = await open('frame', answers, '/dashboard')
    await page.getByRole('button', { name: 'Show the projects as a table' }).click()
    const table = page.getByRole('table', { name: 'Projects, worst first' })
    await table.getByRole('button', { name: 'Health' }).click()
    await expect.poll(() => table.getByRole('row').nth(1).getByRole('link').textContent()).toBe('checkout')
  })

  it('folds what is beyond twelve projects, and says how many of them are quiet', async () => {
    const { lane } = dashboardProjects[6]!
    const projects = Array.from({ length: 100 }, (_, index) =>
      dashboardProjectSample({ projectName: `p${index}`, lane: index < 14 ? dashboardProjects[0]!.lane : lane }),
    )
    const body = dashboardValues({ projects, incidents: [] })
    const { page } = await open('frame', { ...answers, 'GET /dashboard-uservalues': { body } }, '/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Nothing is wrong in 100 projects' }).waitFor()
    const fold = page.getByRole('button', { name: '2 more with findings, 86 quiet' })
    await fold.waitFor()
    expect(await page.locator('[data-lane]').count()).toBe(12)
    await fold.click()
    expect(await page.locator('[data-lane]').count()).toBe(100)
  })

  it('compares two weeks, and tells the hour of several days', async () => {
    const { page, asked } = await open('frame', answers, '/dashboard')
    await page.getByText(/^Abnormal time is up from [\d.]+\s% to [\d.]+\s%\./).waitFor()
    await page.getByText('Something was found between 03:00 and 04:00 on 3 of 7 days.').waitFor()
    const query = lastQuery(asked, 'dashboard-incident')
    expect(query.get('timeZone')).toBe('UTC')
    expect(Number(query.get('from')) % 86_400_000).toBe(0)
  })

  it('narrows to an hour of the calendar with the keyboard', async () => {
    const { page } = await open('frame', answers, '/dashboard')
    const hours = page.getByRole('table', { name: 'When it happens' }).getByRole('button')
    await hours.first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await hours.nth(1).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText(/^Only .*04:00–05:00$/).waitFor()
  })

  it('leads with the keyboard alone from a figure by a project and the table to an incident', async () => {
    const { page } = await open('frame', answers, '/dashboard')
    await page.locator('[data-lane=checkout]').waitFor()
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let stops = 0; stops < 80; stops++) {
        await page.keyboard.press('Tab')
        const at = await page.evaluate(() => {
          const { activeElement: one } = document
          return one?.getAttribute('aria-label') ?? one?.textContent ?? ''
        })
        if (name.test(at)) return
      }
      throw new Error(`Tab did not come to ${name}`)
    }
    await tabTo(/^1silent project/)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('[data-lane]').count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('[data-lane]').count()).toBe(8)
    await tabTo(/^Show the projects as a table/)
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Projects, worst first' }).waitFor()
    await tabTo(/cpu on node3/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Nothing at this address' }).waitFor()
  })

  it('offers three ways to start while nothing is watched', async () => {
    const body = dashboardValues({ projects: [], incidents: [] })
    const empty = {
      ...answers,
      'GET /dashboard-uservalues': { body },
      'GET /detections': { body: pageOf('detections', []) },
    }
    const { page } = await open('frame', empty, '/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Nothing is watched yet' }).waitFor()
    await page.getByRole('link', { name: 'Add a project' }).waitFor()
  })

  it('keeps what was read last while the server is not reached', async () => {
    const changing = { ...answers }
    const { page } = await open('frame', changing, '/dashboard')
    await page.locator('[data-lane=checkout]').waitFor()
    changing['GET /dashboard-uservalues'] = 'gone'
    await page.getByRole('button', { name: /^1 silent project/ }).click()
    await page.getByRole('combobox', { name: 'Time shown' }).click()
    await page.getByRole('option', { name: 'Last 7 days' }).click()
    await page.getByText(/^Not reached since/).waitFor()
    await page.locator('[data-outdated] [data-lane=payments]').waitFor()
  })
})
