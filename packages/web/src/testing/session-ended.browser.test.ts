import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { alice, fileSample, jobSample, pageOf } from './wire-samples.ts'

const signedOut = {
  status: 401,
  body: { success: false, code: 'UNAUTHENTICATED', message: 'Sign in first.', requestId: 'r' },
}
const session = { body: { success: true, user: alice, scopes: ['read', 'upload'] } }

describe.skipIf(findBrowser() === undefined)('a session that ends in the middle of a form', () => {
  const open = useScenes()
  const start = async () => {
    const answers: Answers = {
      'GET /session': session,
      'GET /jobs': { body: pageOf('jobs', []) },
      'GET /models': { body: pageOf('models', []) },
      'GET /files': { body: pageOf('files', [fileSample({ uploadFileName: 'day.csv' })]) },
      'POST /upload-training': signedOut,
    }
    const opened = await open('frame', answers)
    const { page } = opened
    await page.getByRole('button', { name: 'Train a model on day.csv' }).click()
    const name = page.getByRole('combobox', { name: 'Model name' })
    await name.fill('night')
    await page.getByRole('button', { name: 'Train model' }).click()
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    return { ...opened, answers, name }
  }

  it('keeps what was typed, and sends it after signing in again', async () => {
    const { page, sent, answers, name } = await start()
    Object.assign(answers, {
      'POST /login-check': { body: { success: true, token: 't', user: alice } },
      'POST /upload-training': { status: 202, body: { success: true, job: jobSample } },
    })
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password', { exact: true }).fill('Lantern_42x')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('night')
    await page.getByRole('button', { name: 'Train model' }).click()
    await expect.poll(() => sent.filter(({ call }) => call === 'POST /upload-training')).toHaveLength(2)
    expect(sent.at(-1)?.fields).toMatchObject({ modelName: 'night' })
  })

  it('goes on when its user signs in again in another tab', async () => {
    const { page, name } = await start()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('night')
  })
})
