import type { FileSummary, Job, Preview } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, fileSample, JOB_SAMPLE, modelSample, pageOf } from './wire-samples.ts'

const FROM = Date.UTC(2026, 9, 19)
const SUMMARY: FileSummary = {
  kind: 'metrics',
  rows: 2_016,
  columnCount: 30,
  from: FROM,
  to: FROM + 7 * 86_400_000,
  intervalMs: 300_000,
  gapCount: 0,
  rejectedRows: 0,
  delimiter: 'comma',
  decimal: 'point',
}
const day = fileSample({ filename: 'f-handle-1', uploadFileName: 'day.csv', summary: SUMMARY })
const jobOn = (given: Partial<Job>): Job => ({
  ...JOB_SAMPLE,
  filename: day.filename,
  title: 'day.csv ← shop',
  ...given,
})

const columnsOf = (names: readonly string[]) => names.map((metric) => ({ seriesId: metric, metric, instance: '' }))
const previewOf = (...names: string[]): Preview => ({
  kind: 'metrics',
  columns: columnsOf(names),
  columnCount: names.length,
  rows: 2_016,
  rejected: [],
  rejectedRows: 0,
  notes: [],
})
const modelOf = (modelName: string, ...names: string[]) =>
  modelSample({ id: modelName, modelName, detectionCount: 0, series: columnsOf(names) })
const shop = modelOf('shop', 'cpu', 'mem')

const answersWith = (jobs: Job[], files = [day]): Answers => ({
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /jobs': { body: pageOf('jobs', jobs) },
  'GET /files': { body: pageOf('files', files) },
  'GET /models': { body: pageOf('models', [shop]) },
  'GET /files/f-handle-1': { body: { success: true, file: day, preview: previewOf('cpu', 'mem') } },
})

describe.skipIf(findBrowser() === undefined)('the files', () => {
  const open = useScenes()

  it('offer Train and Detect where they stand, with what is in them', async () => {
    const { page, sent } = await open('frame', {
      ...answersWith([]),
      'POST /upload-detection': { status: 202, body: { success: true, job: JOB_SAMPLE } },
    })
    await page.getByText('2,016 rows · 30 series · every 5 min').waitFor()
    await page.getByRole('button', { name: 'Train a model on day.csv' }).waitFor()
    await page.getByRole('button', { name: 'Detect in day.csv' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Detect', exact: true }).click()
    await expect.poll(() => sent.map(({ call }) => call)).toEqual(['POST /upload-detection'])
    expect(sent[0]?.fields).toMatchObject({ modelName: 'shop', filename: 'f-handle-1' })
  })

  it('keep the dialog of a row open when something in it is chosen', async () => {
    const { page, asked } = await open('frame', answersWith([]))
    await page.getByRole('button', { name: 'Detect in day.csv' }).click()
    const dialog = page.getByRole('dialog')
    const model = dialog.getByRole('combobox', { name: 'Model' })
    await model.click()
    await page.getByRole('option').first().click()
    await dialog.getByRole('heading').click()
    expect(await model.isVisible()).toBe(true)
    // The page of the file asks for its detections.
    expect(asked.filter((path) => path.startsWith('/detections'))).toEqual([])
  })

  it('preselect the newest model that fits, never one that does not', async () => {
    const models = [modelOf('disks', 'disk'), shop]
    const { page } = await open('frame', { ...answersWith([]), 'GET /models': { body: pageOf('models', models) } })
    const chosen = page.getByRole('dialog').getByRole('combobox', { name: 'Model' })
    await page.getByRole('button', { name: 'Detect in day.csv' }).click()
    await expect.poll(() => chosen.inputValue()).toBe('shop · Holistic')
  })

  it('preselect no model where none fits, and keep what was typed before', async () => {
    const answers = { ...answersWith([]), 'GET /models': { body: pageOf('models', [modelOf('disks', 'disk')]) } }
    const { page, sent } = await open('frame', answers)
    await page.getByRole('button', { name: 'Detect in day.csv' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('pvalue').fill('0.95')
    await dialog.getByRole('button', { name: 'Detect', exact: true }).click()
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Model' }).getAttribute('aria-invalid')).toBe('true')
    expect(await dialog.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('')
    expect(await dialog.getByLabel('pvalue').inputValue()).toBe('0.95')
    expect(sent).toEqual([])
  })

  it('list the keys by ?, also where a check box has the focus', async () => {
    const { page } = await open('frame', answersWith([]))
    await page.getByRole('checkbox').first().focus()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('Previous and next incident').waitFor()
  })

  it('refuse a character that no model name may have as it is typed', async () => {
    const { page } = await open('frame', answersWith([]))
    await page.getByRole('button', { name: 'Train a model on day.csv' }).click()
    const name = page.getByRole('dialog').getByRole('combobox', { name: 'Model name' })
    await name.pressSequentially('night_')
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    await name.fill('SHOP')
    await page.getByText('Adds a version to SHOP.').waitFor()
  })

  it('show the progress of a job with the time left, and cancel it', async () => {
    const running = jobOn({
      state: 'running',
      startedAt: Date.now() - 10_000,
      progress: { done: 400, total: 1000, unit: 'rows' },
    })
    const { page, sent } = await open('frame', {
      ...answersWith([running]),
      'GET /jobs/j1/events': {
        status: 404,
        body: { success: false, code: 'NOT_FOUND', message: 'No.', requestId: 'r' },
      },
      'POST /jobs/j1/cancel': { body: { success: true, job: { ...running, state: 'cancelled' } } },
    })
    await page.getByRole('heading', { name: '1 file at work' }).waitFor()
    await page.getByText(/400 of 1,000 rows · .* left/).waitFor()
    expect(await page.getByRole('button', { name: 'Detect in day.csv' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Cancel day.csv ← shop' }).click()
    await expect.poll(() => sent.map(({ call }) => call)).toContain('POST /jobs/j1/cancel')
  })

  it('offer to open what a finished job made', async () => {
    const done = jobOn({ state: 'done', result: { detectionId: 'd1' } })
    const { page } = await open('frame', answersWith([done]))
    const link = page.getByRole('table').getByRole('link', { name: 'Open detection' })
    expect(await link.getAttribute('href')).toBe('/detections/d1')
    await page.getByText('detection done').last().waitFor()
  })

  it('say in amber how many lines were rejected, and how an unusual file is written', async () => {
    const odd = { ...day, summary: { ...SUMMARY, rejectedRows: 16, delimiter: 'semicolon', decimal: 'comma' } as const }
    const { page } = await open('frame', answersWith([], [odd]))
    const words = page.getByText('16 lines rejected').last()
    expect(await words.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(138, 90, 0)')
    await page.getByText(/2,016 rows kept .* semicolon · decimal comma/).waitFor()
    await page.getByRole('heading', { name: '1 file needs a look' }).waitFor()
  })

  it('download the rejected lines with their text', async () => {
    const preview = {
      kind: 'metrics',
      columns: [],
      columnCount: 1,
      rows: 10,
      from: FROM,
      to: FROM + 600_000,
      intervalMs: 60_000,
      gaps: [],
      rejected: [{ line: 3, column: 2, code: 'BAD_NUMBER', reason: 'is no number', values: { text: 'x' } }],
      rejectedRows: 1,
      notes: ['timestamps are ISO 8601'],
      utcAssumed: true,
    }
    const { page } = await open(
      'frame',
      {
        ...answersWith([]),
        'GET /files/f-handle-1': { body: { success: true, file: day, preview } },
        'GET /detections': { body: pageOf('detections', []) },
        'PATCH /account': { body: { success: true, user: { ...ALICE, locale: 'zh-CN' } } },
        'GET /files/f-handle-1/rejected': {
          body: { success: true, rejectedRows: 1, rejected: [{ ...preview.rejected[0], text: '=1+1,x' }] },
        },
      },
      '/files/f-handle-1',
    )
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('day.csv-rejected.csv')
    const text = await (await download.createReadStream()).toArray()
    expect(String(Buffer.concat(text))).toBe('line,column,name,reason,text\n3,2,,is no number,"\'=1+1,x"')
    expect(await page.getByText('timestamps are ISO 8601').count()).toBe(0)
    await page.getByText('Timestamps without a time zone are read as UTC.').waitFor()
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitem', { name: '中文' }).click()
    await page.getByText('“x”不是数字').waitFor()
    await page.getByText('没有时区的时间戳按 UTC 读取。').waitFor()
  })

  it('have one number of gaps, however many are listed', async () => {
    const gaps = Array.from({ length: 100 }, (_, row) => ({ start: FROM + row * 300_000, end: FROM + row * 300_000 }))
    const preview = { ...previewOf('cpu'), from: FROM, to: FROM + 1e9, intervalMs: 60_000, gaps, gapCount: 289 }
    const answers = {
      ...answersWith([]),
      'GET /files/f-handle-1': { body: { success: true, file: day, preview } },
      'GET /detections': { body: pageOf('detections', []) },
    }
    const { page } = await open('frame', answers, '/files/f-handle-1')
    await page.getByText('279 more').waitFor()
    expect(await page.locator('dl', { hasText: 'Gaps' }).first().textContent()).toContain('289')
  })

  it('say what becomes of logs', async () => {
    const log = fileSample({ uploadFileName: 'app.log', summary: { ...SUMMARY, kind: 'logs', rows: 0 } })
    const { page } = await open('frame', answersWith([], [log]))
    await page.getByRole('button', { name: 'Analyse app.log' }).waitFor()
    await page.getByText('A log file. Analyse it to see its templates and what is odd in them.').waitFor()
    expect(await page.getByRole('button', { name: /^Train a model|^Detect in/ }).count()).toBe(0)
  })
})
