import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { analysisAnswers, detectionWith } from './analysis-samples.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, fileSample, pageOf } from './wire-samples.ts'

const OVERLOADED = {
  status: 503,
  body: { success: false, code: 'OVERLOADED', message: 'Busy.', requestId: 'r-1' },
}
const BROKEN = { status: 500, body: { success: false, code: 'INTERNAL', message: 'Oh.', requestId: 'r-2' } }
const working = (): Answers => ({
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /files': { body: pageOf('files', [fileSample({ uploadFileName: 'day.csv' })]) },
  'GET /models': { body: pageOf('models', []) },
})
const failing = (answer: Answers[string]): Answers => ({
  'GET /session': working()['GET /session']!,
  'GET /jobs': answer,
  'GET /files': answer,
})

describe.skipIf(findBrowser() === undefined)('an API that fails', () => {
  const open = useScenes()

  it('is one line with a countdown and one retry, and is read again when it is back', async () => {
    const answers = failing(OVERLOADED)
    const { page } = await open('frame', answers)
    await page.getByText(/^Not reached since \d\d:\d\d\.$/).waitFor()
    await page.getByText(/^Trying again in \d+ s\.$/).waitFor()
    expect(await page.getByRole('button', { name: /try/i }).count()).toBe(1)
    expect(await page.getByRole('alert').count()).toBe(1)
    Object.assign(answers, working())
    await page.getByRole('link', { name: 'day.csv' }).waitFor()
    await expect.poll(() => page.getByText('Not reached').count()).toBe(0)
  })

  it('tries at once when asked', async () => {
    const answers = failing(BROKEN)
    const { page, asked } = await open('frame', answers)
    await page.getByText(/^The server has been failing since/).waitFor()
    await page.getByText('Request r-2').waitFor()
    const before = asked.length
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect.poll(() => asked.length).toBeGreaterThan(before)
  })

  it('keeps what was read before, greyed, and what was typed', async () => {
    const answers = working()
    const { page } = await open('frame', answers)
    const row = page.getByRole('link', { name: 'day.csv' })
    await row.waitFor()
    Object.assign(answers, failing(OVERLOADED))
    await page.getByLabel('Search files by name').fill('day')
    await page.getByText(/^Not reached since/).waitFor()
    expect(await row.count()).toBe(1)
    expect(await page.getByRole('table').evaluate((table) => getComputedStyle(table).opacity)).toBe('0.45')
    expect(await page.getByLabel('Search files by name').inputValue()).toBe('day')
  })
  it('leaves the analysis view as it is through a zoom and another sensitivity, and both are there once it is over', async () => {
    const detection = detectionWith({ findings: 3 })
    const answers: Answers = { ...working(), ...analysisAnswers(detection) }
    const { page, asked } = await open('frame', answers, '/detections/d1')
    const lines = page.locator('[data-part=chart] g[data-layer="lines"] path')
    const headline = page.getByRole('heading', { level: 1 })
    await lines.first().waitFor({ state: 'attached' })
    await expect.poll(() => headline.textContent()).toMatch(/^3 incidents/)
    const before = { ...answers }
    for (const call of Object.keys(answers)) answers[call] = 'gone'

    await page.keyboard.press(']')
    await expect.poll(() => headline.textContent()).toMatch(/^1 incident in/)
    await page.getByText(/^Not reached since/).waitFor()
    await page.getByText(/^Trying again in \d+ s\.$/).waitFor()
    await page.getByRole('button', { name: /^Sensitivity/ }).click()
    await page.getByText('High', { exact: true }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForTimeout(3_000)
    expect(await page.getByRole('alert').count()).toBe(1)
    expect(await page.getByText(/^Not reached since/).count()).toBe(1)
    expect(await lines.count()).toBeGreaterThan(0)
    expect(await page.locator('[data-finding]').count()).toBe(3)

    const more = { ...detection, pvalue: 0.9 }
    Object.assign(answers, before, { 'GET /detections/d1': { body: { success: true, detection: more } } })
    asked.length = 0
    await expect.poll(() => page.getByText(/^Not reached since/).count(), { timeout: 15_000 }).toBe(0)
    expect(asked.some((path) => /^\/detections\/d1\?.*pvalue=0\.9/.test(path))).toBe(true)
    expect(asked.some((path) => path.startsWith('/detections/d1/series?') && path.includes('from='))).toBe(true)
  })
})
