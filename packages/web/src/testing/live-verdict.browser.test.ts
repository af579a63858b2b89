import type { LiveAnalysis, Period, TrainingPreview, Verdict } from '@omen/sdk'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { faultSince, liveSample, STEP_MS } from './live-samples.ts'
import { liveStreamsOf } from './live-stream.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, pageOf, projectSample } from './wire-samples.ts'

const now = Math.floor(Date.now() / STEP_MS) * STEP_MS
const at = (row: number): number => now + row * STEP_MS
const project = projectSample({ samplingInterval: 1 / 60, state: 'live', seriesCount: 4, firstDataAt: now })
const MINUTE = 60_000
const learned: TrainingPreview = {
  nextTrainingAt: now + 3_600_000,
  durationMs: 12 * MINUTE,
  leftOutMs: 0,
  leftOutBeforeMs: 12 * MINUTE,
}

/** The findings of a row with what was said of the period. */
const analysisWith = (from: number, given: Partial<Period> = {}): LiveAnalysis => {
  const found = faultSince(at(-300), at(-280))
  const periods = found.periods.map((one) => ({ ...one, ...given }))
  return liveSample({ from, to: at(from === at(-900) ? 0 : 1), found: { ...found, periods } })
}

describe.skipIf(findBrowser() === undefined)('a verdict on the live page', () => {
  const open = useScenes()
  const openLive = async (preview = learned, isMine = true) => {
    const given: Verdict[] = []
    const answers: Answers = {
      'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
      'GET /jobs': { body: pageOf('jobs', []) },
      'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
      'GET /events': { body: pageOf('events', []) },
      'GET /projects': { body: pageOf('projects', [project]) },
      'GET /projects/shop': { body: { success: true, project: { ...project, mine: isMine } } },
      'GET /liveAnalysis': { body: analysisWith(at(-900)) },
      'POST /projects/shop/verdicts': ({ verdict, dryRun }) => {
        if (dryRun !== true) given.push(verdict as Verdict)
        return { body: { success: true, applied: dryRun !== true, preview } }
      },
    }
    const opened = await open('frame', answers, '/live/shop')
    await opened.page.getByRole('heading', { level: 1, name: /open incident/ }).waitFor()
    return { ...opened, answers, given, streams: liveStreamsOf(opened.page) }
  }
  const button = (page: Page, name: 'Real' | 'False alarm') => page.getByRole('button', { name, exact: true }).first()
  const isPressed = async (page: Page, name: 'Real' | 'False alarm') =>
    (await button(page, name).getAttribute('aria-pressed')) === 'true'

  it('says what the next model learns, is sent with its note, and shown as it comes', async () => {
    const { page, sent, given, streams } = await openLive()
    await button(page, 'False alarm').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Mark this finding as false alarm?' })
    await dialog
      .getByText(/^The next training of the model, from .* on, learns the 12 min of this finding as normal\.$/)
      .waitFor()
    await dialog.getByLabel('Note').fill('a planned test')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Verdict saved.', { exact: true }).waitFor()
    expect(given).toEqual(['false'])
    expect(sent.at(-1)?.fields).toEqual({
      findingId: 'f1',
      verdict: 'false',
      note: 'a planned test',
      replaces: 'none',
      dryRun: false,
    })
    await streams.push(analysisWith(at(1), { verdict: 'false', verdictBy: 'alice1', verdictAt: now }))
    await expect.poll(() => isPressed(page, 'False alarm')).toBe(true)
  })

  it('that somebody else gives appears, also while the view is held', async () => {
    const { page, streams } = await openLive()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText(/^Paused at/).waitFor()
    const said = { verdict: 'true', verdictNote: 'the disk', verdictBy: 'bobby1', verdictAt: now } as const
    await streams.push(analysisWith(at(1), said))
    await expect.poll(() => isPressed(page, 'Real')).toBe(true)
    await button(page, 'False alarm').click()
    const dialog = page.getByRole('dialog', { name: /^Mark this finding as/ })
    await dialog.getByText(/^Marked as real by bobby1, /).waitFor()
    expect(await dialog.getByLabel('Note').inputValue()).toBe('the disk')
  })

  it('says what else was found in its time, and where nothing is learned', async () => {
    const { page, answers } = await openLive({ ...learned, leftOutMs: 12 * MINUTE })
    const ask = async (text: RegExp) => {
      await button(page, 'False alarm').click()
      const dialog = page.getByRole('dialog', { name: /^Mark this finding as/ })
      await dialog.getByText(text).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await ask(/leaves out the 12 min of this finding all the same, .* That is so without the verdict as well\.$/)
    const none = { ...learned, nextTrainingAt: null }
    answers['POST /projects/shop/verdicts'] = { body: { success: true, applied: false, preview: none } }
    await ask(/^This project trains no model/)
  })

  it('is not asked of whom the project is only shared with', async () => {
    const { page } = await openLive(learned, false)
    await page.getByRole('region', { name: 'Open now' }).waitFor()
    expect(await button(page, 'Real').count()).toBe(0)
  })
})
