import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { useScenes } from './open-scene.ts'
import { ALICE, fileSample, pageOf, tokenSample } from './wire-samples.ts'

const session = {
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
}

describe.skipIf(findBrowser() === undefined)('tables', () => {
  const open = useScenes()

  describe('files', () => {
    const files = pageOf('files', [
      fileSample({ filename: 'f-handle-1', uploadFileName: 'b.csv', bytes: 3_000 }),
      fileSample({ filename: 'f-handle-2', uploadFileName: 'a.csv', bytes: 2_000 }),
      fileSample({ filename: 'f-handle-3', uploadFileName: 'c.csv', bytes: 1_000, state: 'receiving' }),
    ])
    const answers = { ...session, 'GET /files': { body: files } }

    it('sorts by a column and announces it to a screen reader', async () => {
      const { page } = await open('files', answers)
      const names = () => page.getByRole('link').allTextContents()
      await page.getByRole('button', { name: 'Size' }).click()
      await expect.poll(names).toEqual(['c.csv', 'a.csv', 'b.csv'])
      await page.getByRole('button', { name: 'Size' }).click()
      await expect.poll(names).toEqual(['b.csv', 'a.csv', 'c.csv'])
      expect(await page.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBe('descending')
    })

    it('offers the actions for several selected files', async () => {
      const { page } = await open('files', answers)
      await page.getByRole('checkbox', { name: 'a.csv' }).check()
      await page.getByRole('checkbox', { name: 'b.csv' }).check()
      await page.getByRole('toolbar', { name: '2 files selected' }).waitFor()
      expect(await page.getByRole('checkbox', { name: 'c.csv' }).isDisabled()).toBe(true)
    })

    it('shows what to do if there are none', async () => {
      const { page } = await open('files', { ...session, 'GET /files': { body: pageOf('files', []) } })
      await page.getByText('No files yet').waitFor()
      expect(await page.getByRole('table').count()).toBe(0)
    })
  })

  describe('access tokens', () => {
    it('asks before it revokes one', async () => {
      const { page, sent } = await open('tokens', {
        ...session,
        'GET /tokens': { body: { success: true, tokens: [tokenSample({ name: 'ci' })] } },
        'DELETE /tokens/t1': { body: { success: true } },
      })
      await page.getByRole('button', { name: /^Revoke/ }).click()
      expect(sent).toEqual([])
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Revoke/ })
        .click()
      await expect.poll(() => sent.map(({ call }) => call)).toEqual(['DELETE /tokens/t1'])
    })
  })
})
