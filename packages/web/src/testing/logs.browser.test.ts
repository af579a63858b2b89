import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import {
  contextLines,
  LOG_SPAN,
  lineSample,
  linesSample,
  logAnalysisSample,
  newTemplates,
  templateAnswerSample,
  templateSample,
} from './log-samples.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, fileSample, JOB_SAMPLE, pageOf, projectSample } from './wire-samples.ts'

const project = projectSample({
  projectName: 'shop',
  dataType: 'Log',
  firstDataAt: LOG_SPAN.from,
  lastDataAt: LOG_SPAN.to,
})

const answers: Answers = {
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /projects': { body: pageOf('projects', [project]) },
  'GET /files': { body: pageOf('files', []) },
  'GET /projects/shop': { body: { success: true, project } },
  'GET /events': { body: pageOf('events', []) },
  'GET /logAnalysis': { body: logAnalysisSample({ kind: 'new' }) },
  'GET /logAnalysis/lines': { body: linesSample(contextLines) },
  'GET /log-templates/7': { body: templateAnswerSample() },
}

const ADDRESS = `/logs?project=shop&window=${LOG_SPAN.from}~${LOG_SPAN.to}`

/** What was asked of an operation last. */
const lastQuery = (asked: string[], path: string): URLSearchParams =>
  new URLSearchParams(
    asked
      .filter((one) => one.startsWith(`/${path}?`))
      .at(-1)
      ?.split('?')[1],
  )

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

describe.skipIf(findBrowser() === undefined)('the page of logs', () => {
  const open = useScenes()

  it('says in its headline what is new and with which release it began', async () => {
    const { page } = await open('frame', answers, ADDRESS)
    await page
      .getByRole('heading', {
        level: 1,
        name: /^2 new templates in 7 days; the latest 2 began with release 2\.41\.0 on Sun 25 Oct 10:00$/,
      })
      .waitFor()
    await page.getByText('4,547 lines in 57 templates from shop · times in UTC').waitFor()
    await page.getByRole('tab', { name: 'Hot 1' }).waitFor()
  })

  it('names no template in its headline until the list has come', async () => {
    const held = Promise.withResolvers<void>()
    const logAnalysis = async ({ kind }: Record<string, unknown>) => {
      if (kind === 'new') await held.promise
      return { body: logAnalysisSample({ kind: kind === 'new' ? 'new' : 'clusters' }) }
    }
    const { page } = await open('frame', { ...answers, 'GET /logAnalysis': logAnalysis }, ADDRESS)
    const headline = page.getByRole('heading', { level: 1 })
    await headline.waitFor()
    expect(await headline.textContent()).toBe('2 new templates in 7 days')
    held.resolve()
    await page.getByRole('heading', { level: 1, name: /the latest 2 began with release 2\.41\.0/ }).waitFor()
  })

  it('marks what differs in a template by name, and opens to lines in context and distributions', async () => {
    const { page, asked } = await open('frame', answers, ADDRESS)
    const first = row(page, /pricing rules compiled again in number ms: cache key changed/)
    await first.getByText('418').waitFor()
    await first.getByText('never seen before').waitFor()
    await page.getByRole('button', { name: /^Open pricing rules/ }).click()
    await page.getByText('release 2.41.0 deployed, was 2.40.3').waitFor()
    expect(await page.locator('[data-line][data-marked]').count()).toBe(2)
    await page.getByRole('img', { name: 'half between 291 and 590, at most 1,805' }).waitFor()
    await page.getByText('Began 40 s after 2.41.0').waitFor()
    expect(await page.getByRole('link', { name: 'Open its incident' }).getAttribute('href')).toBe('/incidents/in4')
    await page.getByRole('button', { name: 'All 418 lines' }).click()
    await expect.poll(() => lastQuery(asked, 'logAnalysis/lines').get('templateId')).toBe('7')
    await page.getByText('Only lines of template 7').waitFor()
  })

  it('limits everything to a part of the time that is brushed; Escape shows all again', async () => {
    const { page, asked } = await open('frame', answers, ADDRESS)
    const box = await page.locator('[data-part=timeline]').boundingBox()
    const at = (share: number) => [(box?.x ?? 0) + share * (box?.width ?? 0), (box?.y ?? 0) + 30] as const
    await page.mouse.move(...at(0.5))
    await page.mouse.down()
    await page.mouse.move(...at(0.6))
    await page.mouse.move(...at(0.749))
    await page.mouse.up()
    await page.getByText(/^Only /).waitFor()
    const query = lastQuery(asked, 'logAnalysis')
    expect(Number(query.get('from')) - LOG_SPAN.from).toBe(84 * 3_600_000)
    expect(Number(query.get('to')) - LOG_SPAN.from).toBe(126 * 3_600_000 - 1)
    await page.mouse.move(0, 0)
    await page.keyboard.press('Escape')
    await page.getByText(/^Only /).waitFor({ state: 'detached' })
  })

  it('chooses a part and its baseline by keyboard alone', async () => {
    const { page, asked } = await open('frame', answers, ADDRESS)
    const timeline = page.getByRole('slider', { name: 'Lines over time: choose a part of it' })
    await timeline.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+ArrowLeft')
    expect(await timeline.getAttribute('aria-valuetext')).toMatch(/^Sun 25 Oct 22:00–23:00: \d+ lines, 44 of new/)
    await page.keyboard.press('Enter')
    await expect.poll(() => Number(lastQuery(asked, 'logAnalysis').get('from'))).toBe(LOG_SPAN.to - 2 * 3_600_000)
    await page.getByRole('button', { name: /^Compare with/ }).click()
    await page.getByRole('menuitem', { name: 'The day before' }).click()
    await expect
      .poll(() => Number(lastQuery(asked, 'logAnalysis').get('baselineFrom')))
      .toBe(LOG_SPAN.to - 26 * 3_600_000)
  })

  it('shows how often templates came against a baseline', async () => {
    const templates = [
      templateSample({ templateId: 1, count: 384, baselineCount: 12, expected: 12 }),
      templateSample({ templateId: 2, count: 5, baselineCount: 0, expected: 0, text: 'disk full' }),
    ]
    const baseline = { start: LOG_SPAN.from - 1000, end: LOG_SPAN.from }
    const body = logAnalysisSample({ templates, baseline, baselineLines: 12 })
    const { page } = await open('frame', { ...answers, 'GET /logAnalysis': { body } }, `${ADDRESS}&baseline=1~2`)
    await row(page, /384/).getByText('×32').waitFor()
    await row(page, /disk full/)
      .getByText('new', { exact: true })
      .waitFor()
  })

  it('has the counts as a table and as a calendar of days', async () => {
    const { page } = await open('frame', answers, `${ADDRESS}`)
    await page.getByRole('button', { name: 'Show as a table' }).click()
    const table = page.getByRole('table', { name: /^Lines per/ })
    expect(await table.getByRole('row').count()).toBe(169)
    const long = logAnalysisSample({ to: LOG_SPAN.from + 30 * 86_400_000, kind: 'new' })
    const month = {
      ...long,
      times: long.times.map((_, i) => LOG_SPAN.from + i * 4 * 3_600_000),
      bucketMs: 4 * 3_600_000,
    }
    const scene = await open('frame', { ...answers, 'GET /logAnalysis': { body: month } }, ADDRESS)
    await scene.page.getByRole('button', { name: 'Show as a calendar of days' }).click()
    const day = scene.page.getByRole('button', { name: /^20 Oct: \d+ lines$/ })
    await day.click()
    await scene.page.getByText(/^Only Tue 20 Oct/).waitFor()
  })

  it('searches lines by its grammar and marks what it found', async () => {
    const found = linesSample([lineSample(1, { highlights: [[0, 7]] })])
    const { page, asked } = await open('frame', { ...answers, 'GET /logAnalysis/lines': { body: found } }, ADDRESS)
    await page.getByRole('tab', { name: 'Lines' }).click()
    const box = page.getByRole('textbox', { name: 'Search lines' })
    await box.fill('payment "insufficient funds" level>=info')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => lastQuery(asked, 'logAnalysis/lines').get('q'))
      .toBe('payment "insufficient funds" level>=info')
    await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['payment'])
    await page.getByText('That is the only line.').waitFor()
  })

  it('says in place what is wrong with a search, and does not run it', async () => {
    const { page, asked } = await open('frame', answers, `${ADDRESS}&view=lines`)
    const box = page.getByRole('textbox', { name: 'Search lines' })
    await box.fill('GET /checkout')
    const before = asked.length
    await page.keyboard.press('Enter')
    await page.getByText(/^From character 5 on a regular expression is not closed: \/checkout/).waitFor()
    expect(asked.slice(before).some((one) => one.includes('checkout'))).toBe(false)
    const body = { success: false, code: 'VALIDATION_FAILED', message: 'Invalid.', requestId: 'r' }
    const details = [{ field: 'q', message: 'missing closing ]: [a', rule: 'format' as const }]
    const refused = { 'GET /logAnalysis/lines': { status: 400, body: { ...body, details } } }
    const scene = await open('frame', { ...answers, ...refused }, `${ADDRESS}&view=lines&q=%2F%5Ba%2F`)
    await scene.page.getByText('missing closing ]: [a').waitFor()
    await scene.page.getByText('The search did not run.').waitFor()
  })

  it('shows what a slow search found by the end of its time, how far it came, and goes on from there', async () => {
    const partial = linesSample([lineSample(1)], { isComplete: false, searchedTo: LOG_SPAN.release, next: '5.0.0.0' })
    const changing: Answers = { ...answers, 'GET /logAnalysis/lines': { body: partial } }
    const { page, asked } = await open('frame', changing, `${ADDRESS}&view=lines&q=%2Fa.*b%2F`)
    await page
      .getByText('The search took its whole time: it came to Sun 25 Oct 10:00 and found 1 line so far.')
      .waitFor()
    changing['GET /logAnalysis/lines'] = { body: linesSample([lineSample(9)]) }
    await page.getByRole('button', { name: 'Search on' }).click()
    await page.getByText('Those are all 2 lines.').waitFor()
    expect(lastQuery(asked, 'logAnalysis/lines').get('cursor')).toBe('5.0.0.0')
  })

  it('keeps only lines in view in the document, and folds long ones', async () => {
    const many = Array.from({ length: 500 }, (_, n) => lineSample(n, n === 0 ? { line: 'x'.repeat(8000) } : {}))
    const { page } = await open(
      'frame',
      { ...answers, 'GET /logAnalysis/lines': { body: linesSample(many) } },
      `${ADDRESS}&view=lines`,
    )
    await page.locator('[data-line]').first().waitFor()
    expect(await page.locator('[data-line]').count()).toBeLessThan(120)
    const first = page.locator('[data-line]').first()
    expect((await first.textContent())?.length).toBeLessThan(800)
    await first.getByRole('button').click()
    await expect
      .poll(async () => (await page.locator('[data-line]').first().textContent())?.length)
      .toBeGreaterThan(8000)
    await page.getByRole('button', { name: 'Copy line' }).waitFor()
  })

  it('shows markup, control characters and marks of direction as text', async () => {
    const line = '<img src=x onerror=alert(1)>\u0000\u202egpj'
    const { page } = await open(
      'frame',
      { ...answers, 'GET /logAnalysis/lines': { body: linesSample([lineSample(1, { line })]) } },
      `${ADDRESS}&view=lines`,
    )
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await page.locator('img').count()).toBe(0)
    const text = await page.locator('[data-line]').textContent()
    expect(text).toContain('␀U+202Egpj')
  })

  it('says before a template is ignored how many findings that would have hidden', async () => {
    const setting = { success: true, templateId: 7, ignored: true, critical: false, hides: 3 }
    const { page, sent } = await open(
      'frame',
      { ...answers, 'POST /log-templates/7': { body: setting } },
      `${ADDRESS}&template=7`,
    )
    await page.getByRole('button', { name: 'Ignore' }).click()
    await page.getByText('It would have hidden 3 findings in the last 30 days.').waitFor()
    await page.getByRole('button', { name: 'Ignore it' }).click()
    await page.getByText('The template is ignored.').waitFor()
    expect(sent.map(({ fields }) => fields)).toEqual([
      { projectName: 'shop', ignored: true, dryRun: true },
      { projectName: 'shop', ignored: true, dryRun: false },
    ])
  })

  it('names a template', async () => {
    const setting = { success: true, templateId: 7, name: 'Cold cache', ignored: false, critical: false, hides: 0 }
    const changing: Answers = { ...answers, 'POST /log-templates/7': { body: setting } }
    const { page, sent } = await open('frame', changing, `${ADDRESS}&template=7`)
    await page.getByRole('button', { name: 'Name it' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Cold cache')
    const templates = [{ ...newTemplates[0]!, name: 'Cold cache' }]
    changing['GET /logAnalysis'] = { body: logAnalysisSample({ kind: 'new', templates }) }
    await page.getByRole('button', { name: 'Save' }).click()
    await row(page, /Cold cache/).waitFor()
    expect(sent.at(-1)?.fields).toEqual({ projectName: 'shop', name: 'Cold cache', note: '', dryRun: false })
  })

  it('reads a file that was not read yet, and shows how far that is', async () => {
    const file = fileSample({ filename: 'f-handle-1', uploadFileName: 'app.log', state: 'parsed' })
    const unread = { success: false, code: 'CONFLICT', message: 'Not read yet.', requestId: 'r' }
    const running = { ...JOB_SAMPLE, kind: 'logs' as const, filename: 'f-handle-1' }
    const changing: Answers = {
      ...answers,
      'GET /files/f-handle-1': { body: { success: true, file } },
      'GET /logAnalysis': { status: 409, body: unread },
      'POST /logAnalysis': { status: 202, body: { success: true, job: running } },
    }
    const { page } = await open('frame', changing, '/logs?file=f-handle-1')
    await page.getByRole('button', { name: 'Analyse' }).waitFor()
    changing['GET /jobs'] = { body: pageOf('jobs', [{ ...running, state: 'running', startedAt: 1 }]) }
    await page.getByRole('button', { name: 'Analyse' }).click()
    await page.getByText('Reading the lines of the file. You can leave this page.').waitFor()
    changing['GET /logAnalysis'] = { body: logAnalysisSample() }
    const result = { logs: { filename: 'f-handle-1', lines: 9, records: 9, templates: 1, findings: 0 } }
    changing['GET /jobs'] = { body: pageOf('jobs', [{ ...running, state: 'done', result }]) }
    await page.getByRole('heading', { level: 1, name: /^2 new templates in 7 days/ }).waitFor()
  })

  it('counts by number where a log has no times', async () => {
    const file = fileSample({ filename: 'f-handle-1', uploadFileName: 'bare.log' })
    const body = logAnalysisSample({
      hasTimes: false,
      from: 1,
      to: 1001,
      bucketMs: 10,
      times: Array.from({ length: 100 }, (_, i) => 1 + i * 10),
      counts: new Array<number>(100).fill(10),
      newCounts: new Array<number>(100).fill(0),
      lines: 1000,
      templates: [templateSample({ firstSeen: 1, lastSeen: 1000 })],
    })
    const { page } = await open(
      'frame',
      { ...answers, 'GET /files/f-handle-1': { body: { success: true, file } }, 'GET /logAnalysis': { body } },
      '/logs?file=f-handle-1&tab=clusters',
    )
    await page.getByText(/no times found: lines are counted by number$/).waitFor()
    await row(page, /GET path took number ms/)
      .getByText('line 1', { exact: true })
      .waitFor()
    expect(await page.getByRole('tab', { name: 'Live tail' }).count()).toBe(0)
  })

  it('leads to the project with the newest lines, or says how to get some', async () => {
    const { page } = await open('frame', answers, '/logs')
    await page.getByRole('button', { name: 'shop, change' }).waitFor()
    const none = { ...answers, 'GET /projects': { body: pageOf('projects', []) } }
    const empty = await open('frame', none, '/logs')
    await empty.page.getByRole('link', { name: 'Add a log project' }).waitFor()
    await empty.page.getByRole('link', { name: 'Upload a log file' }).waitFor()
  })

  it('keeps what was read last while the server is not reached', async () => {
    const changing = { ...answers }
    const { page } = await open('frame', changing, ADDRESS)
    await row(page, /pricing rules/).waitFor()
    changing['GET /logAnalysis'] = 'gone'
    await page.getByRole('tab', { name: 'Hot 1' }).click()
    await page.getByText(/^Not reached since/).waitFor()
    await row(page, /pricing rules/).waitFor()
  })
})
