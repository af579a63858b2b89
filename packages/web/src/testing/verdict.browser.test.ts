import type { Detection, Verdict } from '@omen/sdk'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { analysisAnswers, detectionWith } from './analysis-samples.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { pageOf } from './wire-samples.ts'

const ADDRESS = '/detections/d1'
const PREVIEW = { days: 30, vanish: 0, appear: 0, keep: 3, periods: [] }
const CONFLICT = { success: false, code: 'CONFLICT', message: 'Another verdict was given.', requestId: 'r' }

/** A server that keeps verdicts by the rule of `replaces`. */
const serverOf = (detection: Detection) => {
  const kept = new Map<string, Verdict>()
  const given: Verdict[] = []
  const shown = (): Detection => ({
    ...detection,
    periods: detection.periods.map((one) => ({ ...one, ...(kept.has(one.id) && { verdict: kept.get(one.id)! }) })),
  })
  const answers: Answers = {
    ...analysisAnswers(detection),
    'GET /jobs': { body: pageOf('jobs', []) },
    'GET /detections/d1': () => ({ body: { success: true, detection: shown() } }),
    'POST /detections/d1/verdicts': ({ periodId, verdict, replaces, dryRun }) => {
      const old = kept.get(String(periodId))
      if (dryRun === true) return { body: { success: true, applied: false, preview: PREVIEW } }
      if (old !== undefined && old !== verdict && old !== replaces) return { status: 409, body: CONFLICT }
      kept.set(String(periodId), verdict as Verdict)
      given.push(verdict as Verdict)
      return { body: { success: true, applied: true, preview: PREVIEW } }
    },
  }
  return { answers, kept, given }
}

const goneAnswers = (answers: Answers): Answers =>
  Object.fromEntries(Object.keys(answers).map((call) => [call, 'gone' as const]))

describe.skipIf(findBrowser() === undefined)('a verdict', () => {
  const open = useScenes()
  const button = (page: Page, name: 'Real' | 'False alarm') => page.getByRole('button', { name, exact: true }).first()
  const isPressed = async (page: Page, name: 'Real' | 'False alarm') =>
    (await button(page, name).getAttribute('aria-pressed')) === 'true'
  const ask = async (page: Page, name: 'Real' | 'False alarm') => {
    await page.getByRole('heading', { level: 1, name: /incident/ }).waitFor()
    if (!(await button(page, name).isVisible())) await page.keyboard.press(']')
    await button(page, name).click()
    return page.getByRole('dialog', { name: /^Mark this finding as/ })
  }

  it('is kept while the server is gone, and arrives once when it is back', async () => {
    const { answers, kept, given } = serverOf(detectionWith({}))
    const { page, sent } = await open('frame', answers, ADDRESS)
    const dialog = await ask(page, 'False alarm')
    await dialog.getByText(/No other finding/).waitFor()
    await dialog.getByLabel('Note').fill('a planned test')
    const working = { ...answers }
    Object.assign(answers, goneAnswers(answers))
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByText(/^The verdict is not saved yet/).waitFor()
    await page.getByText(/^Not reached since/).waitFor()
    await page.getByText(/^Trying again in \d+ s\.$/).waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    Object.assign(answers, working)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => isPressed(page, 'False alarm')).toBe(true)
    expect(await page.getByText(/^Not reached since/).count()).toBe(0)
    expect(given).toEqual(['false'])
    expect([...kept.values()]).toEqual(['false'])
    expect(sent.at(-1)?.fields).toMatchObject({ note: 'a planned test', replaces: 'none' })
  })

  it('shows the note that was given with it, to be changed or removed', async () => {
    const detection = detectionWith({})
    const periods = detection.periods.map((one) => ({
      ...one,
      verdict: 'false' as const,
      verdictNote: 'a planned test',
    }))
    const { answers } = serverOf({ ...detection, periods })
    const { page, sent } = await open('frame', answers, ADDRESS)
    const giveNote = async (name: 'Real' | 'False alarm', note?: string) => {
      const dialog = await ask(page, name)
      await dialog.getByText(/No other finding/).waitFor()
      expect(await dialog.getByLabel('Note').inputValue()).toBe('a planned test')
      if (note !== undefined) await dialog.getByLabel('Note').fill(note)
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await dialog.waitFor({ state: 'detached' })
      return sent.at(-1)?.fields
    }
    expect(await giveNote('False alarm', 'a drill')).toMatchObject({ verdict: 'false', note: 'a drill' })
    expect(await giveNote('False alarm', '')).toMatchObject({ verdict: 'false', note: '' })
    expect(await giveNote('Real')).toMatchObject({ verdict: 'true', note: 'a planned test' })
  })

  it('is accepted where only its answer was lost', async () => {
    const { answers, kept } = serverOf(detectionWith({}))
    const { page } = await open('frame', answers, ADDRESS)
    const give = answers['POST /detections/d1/verdicts'] as (fields: Record<string, unknown>) => never
    let lost = 0
    answers['POST /detections/d1/verdicts'] = (fields) => {
      const answer = give(fields)
      return fields.dryRun === true || lost++ > 0 ? answer : 'gone'
    }
    const dialog = await ask(page, 'Real')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Verdict saved.', { exact: true }).waitFor()
    await expect.poll(() => isPressed(page, 'Real')).toBe(true)
    expect([...kept.values()]).toEqual(['true'])
  })

  it('is sent again where the server is overloaded, which the dialog does not call out of reach', async () => {
    const { answers, given } = serverOf(detectionWith({}))
    const { page } = await open('frame', answers, ADDRESS)
    const dialog = await ask(page, 'Real')
    await dialog.getByText(/No other finding/).waitFor()
    const working = { ...answers }
    const overloaded = { success: false, code: 'OVERLOADED', message: 'Too much to do.', requestId: 'r' }
    answers['POST /detections/d1/verdicts'] = { status: 503, body: overloaded }
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByText(/^The verdict is not saved yet/).waitFor()
    expect(await dialog.getByText(/reached/).count()).toBe(await dialog.getByText(/reached 98 %/).count())
    Object.assign(answers, working)
    await dialog.waitFor({ state: 'detached' })
    expect(given).toEqual(['true'])
  })

  it('that another tab gave too replaces nothing, and says so of none', async () => {
    const { answers } = serverOf(detectionWith({}))
    const { page: first } = await open('frame', answers, ADDRESS)
    const { page: second } = await open('frame', answers, ADDRESS, first)
    const other = await ask(second, 'Real')
    await other.getByText(/No other finding/).waitFor()
    const dialog = await ask(first, 'Real')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    // Covered by the dialog, the page has no accessible button.
    await second.locator('button[aria-pressed=true]').first().waitFor()
    expect(await other.getByText(/^Meanwhile/).count()).toBe(0)
  })

  it('that is given up while the server is gone is not sent', async () => {
    const { answers, given } = serverOf(detectionWith({}))
    const { page } = await open('frame', answers, ADDRESS)
    const dialog = await ask(page, 'Real')
    await dialog.getByText(/No other finding/).waitFor()
    const working = { ...answers }
    Object.assign(answers, goneAnswers(answers))
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByText(/^The verdict is not saved yet/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    Object.assign(answers, working)
    await expect.poll(() => page.getByText(/^Not reached since/).count()).toBe(0)
    expect(given).toEqual([])
    expect(await isPressed(page, 'Real')).toBe(false)
  })

  it('appears in another tab, and is not replaced there unseen', async () => {
    const { answers, kept } = serverOf(detectionWith({}))
    const { page: first } = await open('frame', answers, ADDRESS)
    const { page: second } = await open('frame', answers, ADDRESS, first)
    const other = await ask(second, 'Real')
    await other.getByText(/No other finding/).waitFor()
    const dialog = await ask(first, 'False alarm')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    await other.getByText(/^Meanwhile this finding was marked as false alarm/).waitFor()
    expect([...kept.values()]).toEqual(['false'])
    await other.getByRole('button', { name: 'Apply' }).click()
    await other.waitFor({ state: 'detached' })
    expect([...kept.values()]).toEqual(['true'])
    await expect.poll(() => isPressed(first, 'Real')).toBe(true)
  })

  it('of another browser is refused to be replaced unseen, and shown', async () => {
    const { answers, kept } = serverOf(detectionWith({}))
    const { page: first } = await open('frame', answers, ADDRESS)
    const { page: second } = await open('frame', answers, ADDRESS)
    const dialog = await ask(first, 'False alarm')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    const other = await ask(second, 'Real')
    await other.getByRole('button', { name: 'Apply' }).click()
    await other.getByText(/^Meanwhile this finding was marked as false alarm/).waitFor()
    expect([...kept.values()]).toEqual(['false'])
    expect(await isPressed(second, 'False alarm')).toBe(true)
    await other.getByRole('button', { name: 'Apply' }).click()
    await other.waitFor({ state: 'detached' })
    expect([...kept.values()]).toEqual(['true'])
  })
})
