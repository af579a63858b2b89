/**
 * Takes a picture of every screen of the running product in both themes, both languages and both widths: with the demo,
 * with data that strains a page, with an empty account, while loading, and while the server fails.
 *   node e2e/src/screenshots.ts FOLDER [--data FOLDER] [part of a picture's name …]
 * With `--data` the server's data stays in that folder for the next run.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient, signUp } from './harness/api-client.ts'
import { hardFiles, longName, oddFiles, seedHardData } from './harness/hard-data.ts'
import { ADMIN_LOGIN, startOmenServer } from './harness/omen-server.ts'
import { demoIds, type Ids, publicScreens, type Screen, screens, settled, signIn, tabs } from './harness/screens.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { data: { type: 'string' } } })
const [folder, ...wanted] = positionals
if (folder === undefined) throw new Error('name a folder for the pictures')
mkdirSync(folder, { recursive: true })

const NEWCOMER = { userName: 'newcomer1', password: 'Lantern_42x' }
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const
const isNew = values.data === undefined || !existsSync(values.data)
const server = await startOmenServer({ OMEN_DEMO: 'true' }, values.data)
const browser = await openBrowser()

type Picture = {
  name: string
  screen: Screen
  as: 'nobody' | 'operator' | 'newcomer'
  prepare?(page: Page): Promise<void>
}

async function pictures(): Promise<Picture[]> {
  const omen = await signedInClient(server.url)
  const { items } = await omen.detections.list({ pageSize: 100 })
  const files = await omen.files.list({ pageSize: 100 })
  const at = (id: string) => ({ name: id, route: '/detections/:id', path: () => `/detections/${id}` })
  const hard = items
    .filter(({ demo }) => !demo)
    .map(({ id, uploadFileName }) => ({
      name: `hard-${shortened(uploadFileName)}`,
      screen: at(id),
      as: 'operator' as const,
    }))
  const hardFilePages = files.items
    .filter(({ uploadFileName }) => !uploadFileName.startsWith('shop'))
    .map(({ filename, uploadFileName }) => ({
      name: `hard-file-${shortened(uploadFileName)}`,
      screen: { name: filename, route: '/files/:filename', path: () => `/files/${filename}` },
      as: 'operator' as const,
    }))
  const { items: models } = await omen.models.list({ pageSize: 100 })
  const longest = models.find(({ modelName }) => modelName.startsWith(longName.slice(0, 20)))
  const hardModel = longest && {
    name: 'hard-model',
    screen: { name: 'model', route: '/models/:id', path: () => `/models/${longest.id}` },
    as: 'operator' as const,
  }
  const inside = [...screens, ...tabs].map((screen) => ({ name: screen.name, screen, as: 'operator' as const }))
  return [
    ...publicScreens.map((screen) => ({ name: screen.name, screen, as: 'nobody' as const })),
    ...inside,
    ...hard,
    ...hardFilePages,
    ...(hardModel ? [hardModel] : []),
    ...inside.map(({ name, screen }) => ({ name: `empty-${name}`, screen, as: 'newcomer' as const })),
    ...inside.map(({ name, screen, as }) => ({ name: `loading-${name}`, screen, as, prepare: neverAnswers })),
    ...inside.map(({ name, screen, as }) => ({ name: `failing-${name}`, screen, as, prepare: answersWithFailure })),
  ]
}

const shortened = (name: string): string => name.replace(/[^a-z0-9]+/gi, '-').slice(0, 20)

const isSession = (url: URL): boolean => url.pathname.endsWith('/session')
const isApi = (url: URL): boolean => url.pathname.startsWith('/api/v1/') && !isSession(url)

const neverAnswers = (page: Page): Promise<void> => page.route(isApi, () => undefined).then(() => undefined)

const FAILURE = { success: false, code: 'INTERNAL', message: 'Something failed on the server.', requestId: 'r-4f1c2a' }
const answersWithFailure = (page: Page): Promise<void> =>
  page.route(isApi, (route) => route.fulfill({ status: 500, json: FAILURE })).then(() => undefined)

async function take(context: BrowserContext, picture: Picture, ids: Ids, ending: string): Promise<void> {
  const page = await context.newPage()
  await picture.prepare?.(page)
  await page.goto(`${server.url}${picture.screen.path(ids)}`)
  if (picture.prepare === undefined) await settled(page).catch(() => console.log(`${picture.name} is still loading`))
  await page.waitForTimeout(700)
  await page.screenshot({ path: join(folder as string, `${picture.name}-${ending}.png`) })
  await page.close()
}

try {
  const ids = await demoIds(server.url)
  if (isNew) {
    await signUp(server, NEWCOMER)
    await seedHardData(await signedInClient(server.url), hardFiles(), oddFiles())
  }
  const all = await pictures()
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark'] as const)
      for (const language of ['en', 'zh-CN'] as const)
        for (const as of ['nobody', 'operator', 'newcomer'] as const) {
          const ending = `${size}-${colorScheme}-${language}`
          const chosen = all.filter((picture) => {
            const name = `${picture.name}-${ending}`
            return picture.as === as && wanted.every((part) => name.includes(part))
          })
          if (chosen.length === 0) continue
          const options = { viewport, colorScheme, timezoneId: 'UTC', reducedMotion: 'reduce' } as const
          const context = await browser.newContext(options)
          await context.addInitScript((locale) => localStorage.setItem('omen.locale', locale), language)
          if (as !== 'nobody') {
            const login = as === 'newcomer' ? NEWCOMER : ADMIN_LOGIN
            await (await signedInClient(server.url, login)).accounts.updateProfile({ locale: language })
            const page = await context.newPage()
            await signIn(page, server.url, login)
            await page.close()
          }
          for (const picture of chosen) await take(context, picture, ids, ending)
          await context.close()
        }
  console.log(`Pictures are in ${folder}.`)
} finally {
  await browser.close()
  await server.stop('SIGTERM', values.data !== undefined)
}
