import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, fileSample, JOB_SAMPLE, modelSample, pageOf } from './wire-samples.ts'

const SIGNED_OUT = {
  status: 401,
  body: { success: false, code: 'UNAUTHENTICATED', message: 'Sign in first.', requestId: 'r' },
}
const SESSION = { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } }
const STARTED = { status: 202, body: { success: true, job: JOB_SAMPLE } }
const SERIES = [{ seriesId: 'cpu', metric: 'cpu', instance: '' }]
const model = modelSample({ id: 'm1', modelName: 'shop', series: SERIES })
const file = fileSample({ uploadFileName: 'day.csv' })
const PREVIEW = {
  kind: 'metrics',
  columns: SERIES,
  columnCount: 1,
  rows: 2_016,
  rejected: [],
  rejectedRows: 0,
  notes: [],
}
const answers = (): Answers => ({
  'GET /session': SESSION,
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /models': { body: pageOf('models', [model]) },
  'GET /models/m1': { body: { success: true, model } },
  'GET /models/m1/versions': { body: pageOf('versions', []) },
  'GET /files': { body: pageOf('files', [file]) },
  'GET /files/f-handle-1': { body: { success: true, file, preview: PREVIEW } },
})

interface Form {
  form: string
  address?: string
  call: string
  answer: Answers[string]
  /** Opens the form, types, and gives the field. */
  type: (page: Page) => Promise<Locator>
  submit: (page: Page) => Locator
  typed: string
  sent: object
  method?: string
}

const field = async (locator: Locator, text: string): Promise<Locator> => {
  await locator.fill(text)
  return locator
}

const forms: Form[] = [
  {
    form: 'training',
    call: 'POST /upload-training',
    answer: STARTED,
    type: async (page) => {
      await page.getByRole('button', { name: 'Train a model on day.csv' }).click()
      return field(page.getByRole('combobox', { name: 'Model name' }), 'night')
    },
    submit: (page) => page.getByRole('button', { name: 'Train model' }),
    typed: 'night',
    sent: { modelName: 'night' },
  },
  {
    form: 'detection',
    call: 'POST /upload-detection',
    answer: STARTED,
    type: async (page) => {
      await page.getByRole('button', { name: 'Detect in day.csv' }).click()
      return field(page.getByRole('dialog').getByLabel('pvalue'), '0.95')
    },
    submit: (page) => page.getByRole('dialog').getByRole('button', { name: 'Detect', exact: true }),
    typed: '0.95',
    sent: { pvalue: '0.95' },
  },
  {
    form: 'the profile',
    address: '/account/profile',
    call: 'PATCH /account',
    answer: { body: { success: true, user: { ...ALICE, companyName: 'Lantern' } } },
    type: (page) => field(page.getByLabel('Company'), 'Lantern'),
    submit: (page) => page.getByRole('button', { name: 'Save' }),
    typed: 'Lantern',
    sent: { companyName: 'Lantern' },
  },
  {
    form: 'sharing a model',
    address: '/models/m1',
    call: 'POST /models/m1/share',
    answer: { body: { success: true, model: { ...model, sharedWith: ['colleague1'] } } },
    type: async (page) => {
      await page.getByRole('button', { name: 'Share' }).click()
      const names = await field(page.getByRole('dialog').getByRole('combobox'), 'colleague1')
      await names.press('Enter')
      return page.getByRole('dialog').getByText('colleague1')
    },
    submit: (page) => page.getByRole('dialog').getByRole('button', { name: 'Share' }),
    typed: 'colleague1',
    sent: { userNames: ['colleague1'] },
  },
]

describe.skipIf(findBrowser() === undefined)('a session that ends in the middle of a form', () => {
  const open = useScenes()
  const start = async ({ address, call, type, submit }: Form) => {
    const given: Answers = { ...answers(), [call]: SIGNED_OUT }
    const opened = await open('frame', given, address)
    const { page } = opened
    const typed = await type(page)
    await submit(page).click()
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    return { ...opened, given, field: typed }
  }
  const textOf = async (typed: Locator): Promise<string | null> =>
    (await typed.evaluate((element) => element.tagName)) === 'INPUT' ? typed.inputValue() : typed.textContent()

  it.each(forms)('keeps what was typed for $form, and sends it after signing in again', async (form) => {
    const { page, sent, given, field: typed } = await start(form)
    Object.assign(given, {
      'POST /login-check': { body: { success: true, token: 't', user: ALICE } },
      [form.call]: form.answer,
    })
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password', { exact: true }).fill('Lantern_42x')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await textOf(typed)).toBe(form.typed)
    await form.submit(page).click()
    await expect.poll(() => sent.filter(({ call }) => call === form.call)).toHaveLength(2)
    expect(sent.at(-1)?.fields).toMatchObject(form.sent)
  })

  it('goes on when its user signs in again in another tab', async () => {
    const { page, field: typed } = await start(forms[0]!)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'detached' })
    expect(await typed.inputValue()).toBe('night')
  })
})
