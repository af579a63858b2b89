import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { axeViolations } from './harness/axe.ts'
import { type OmenServer, repository, startOmenServer } from './harness/omen-server.ts'
import {
  demoIds,
  goToScreen,
  type Ids,
  openScreen,
  publicScreens,
  type Screen,
  screens,
  settled,
  signIn,
  tabs,
} from './harness/screens.ts'

let server: OmenServer
let browser: Browser
let ids: Ids

beforeAll(async () => {
  server = await startOmenServer({ OMEN_DEMO: 'true' })
  browser = await openBrowser()
  ids = await demoIds(server.url)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function openContext(language: 'en' | 'zh-CN', width = 1440): Promise<{ context: BrowserContext; page: Page }> {
  await (await signedInClient(server.url)).accounts.updateProfile({ locale: language })
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: language,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  return { context, page: await context.newPage() }
}

/** Every rule in the light theme, the contrast once more in the dark one: the themes differ in nothing else. */
async function violationsInBothThemes(page: Page, where: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axeViolations(page, ['color-contrast', 'link-in-text-block'])
  return [...light.map((one) => `${where}, light: ${one}`), ...dark.map((one) => `${where}, dark: ${one}`)]
}

test('knows every route of the page', () => {
  const router = readFileSync(join(repository, 'packages/web/src/app/router.tsx'), 'utf8')
  const routes = [...router.matchAll(/page\(\s*'([^']+)'|path: '([^']+)'/g)].map(([, page, path]) => page ?? path)
  const known = [...publicScreens, ...screens].map(({ route }) => route)
  expect([...new Set(known)].sort()).toEqual([...new Set(routes)].sort())
})

/** Violations on every screen in its state at rest, once signed out and once signed in. */
async function violationsOnAll(language: 'en' | 'zh-CN', look: typeof violationsInBothThemes): Promise<string[]> {
  const { context, page } = await openContext(language)
  const found: string[] = []
  const visit = async (own: readonly Screen[]) => {
    for (const [index, screen] of own.entries()) {
      if (index === 0) await openScreen(page, server.url, screen, ids)
      else await goToScreen(page, screen, ids)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      found.push(...(await look(page, screen.name)))
    }
  }
  await visit(publicScreens)
  await signIn(page, server.url)
  await visit(screens)
  await context.close()
  return found
}

test('axe finds no violation on any screen in English, in the light and the dark theme', async () => {
  expect(await violationsOnAll('en', violationsInBothThemes)).toEqual([])
})

test('axe finds no violation on any screen in Chinese, in the dark theme', async () => {
  const inTheDark = async (page: Page, where: string) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    return (await axeViolations(page)).map((one) => `${where}: ${one}`)
  }
  expect(await violationsOnAll('zh-CN', inTheDark)).toEqual([])
})

/** What is opened on a screen: dialogs, menus, the selected incident, a table instead of a chart. */
const opened: { name: string; path(ids: Ids): string; width?: number; open(page: Page): Promise<void> }[] = [
  {
    name: 'search',
    path: () => '/files',
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('shop')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: () => '/files',
    open: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'navigation of a phone',
    path: () => '/files',
    width: 390,
    open: async (page) => {
      await page.getByRole('button', { name: 'Open navigation' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'files of a phone',
    path: () => '/files',
    width: 390,
    open: async (page) => {
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'training form',
    path: () => '/files',
    open: async (page) => {
      await page.getByRole('button', { name: /^More actions for shop-training/ }).click()
      await page.getByRole('menuitem', { name: 'Train' }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'Model name' }).fill('a b')
    },
  },
  {
    name: 'message that a job has ended',
    path: () => '/files',
    open: async (page) => {
      await page.getByRole('button', { name: /^More actions for shop-training/ }).click()
      await page.getByRole('menuitem', { name: 'Train' }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'Model name' }).fill('axe')
      await page.keyboard.press('Enter')
      // The sample shop may be trained at the same time.
      await page.getByRole('status').filter({ hasText: 'axe' }).getByRole('link', { name: 'Open' }).waitFor()
    },
  },
  {
    name: 'deleting a file',
    path: ({ file }) => `/files/${file}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Delete file' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'sensitivity',
    path: ({ detection }) => `/detections/${detection}`,
    open: async (page) => {
      await page.getByRole('button', { name: /^Sensitivity/ }).click()
      await page.getByRole('slider').first().waitFor()
    },
  },
  {
    name: 'sensitivity of a project',
    path: ({ project }) => `/live/${project}`,
    open: async (page) => {
      await page.getByRole('button', { name: /^Sensitivity/ }).press('Enter')
      await page.getByRole('slider', { name: 'pvalue' }).press('ArrowLeft')
      await page.getByText(/→ \d+ findings/).waitFor()
    },
  },
  {
    name: 'selected incident with its findings',
    path: ({ detection }) => `/detections/${detection}`,
    open: async (page) => {
      await page.keyboard.press(']')
      await page.getByRole('list', { name: 'In the time shown' }).waitFor()
      await page
        .getByRole('button', { name: /^\d+ findings?$/ })
        .first()
        .click()
    },
  },
  {
    name: 'analysis on a phone',
    path: ({ detection }) => `/detections/${detection}`,
    width: 390,
    open: (page) => page.keyboard.press(']'),
  },
  {
    name: 'table instead of a chart',
    path: ({ detection }) => `/detections/${detection}`,
    open: async (page) => {
      await page
        .getByRole('button', { name: /as a table/ })
        .first()
        .click()
      await page.getByRole('table').last().waitFor()
    },
  },
  {
    name: 'verdict',
    path: ({ detection }) => `/detections/${detection}`,
    open: async (page) => {
      await page.keyboard.press(']')
      await page
        .getByRole('button', { name: /^False alarm/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  ...(['map', 'bands', 'calibration'] as const).map((tab) => ({
    name: `model, ${tab}`,
    path: ({ model }: Ids) => `/models/${model}?tab=${tab}`,
    open: settled,
  })),
  ...tabs.map(({ name, path }) => ({ name, path, open: settled })),
  {
    name: 'adding a project, name refused',
    path: () => '/projects/add/custom',
    open: async (page) => {
      await page.getByLabel('Name').fill('a b')
      await page.getByText('no spaces and none of').waitFor()
    },
  },
  {
    name: 'creating an ingest key',
    path: ({ project }) => `/projects/${project}?tab=keys`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('axe')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('tab').first().waitFor()
    },
  },
  {
    name: 'removing a project',
    path: ({ project }) => `/projects/${project}?tab=settings`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Remove project' }).click()
      await page.getByRole('dialog').getByText('samples').waitFor()
    },
  },
  {
    name: 'projects of a phone',
    path: ({ project }) => `/projects/${project}`,
    width: 390,
    open: settled,
  },
  {
    name: 'sharing a model',
    path: ({ model }) => `/models/${model}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'creating a token',
    path: () => '/account/tokens',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create token' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'jobs',
    path: () => '/files?tab=jobs',
    open: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click()
    },
  },
  { name: 'a file that does not exist', path: () => '/files/f_0123456789abcdef', open: settled },
]

test('axe finds no violation in dialogs, menus and other states, in the light and the dark theme', async () => {
  const { context, page } = await openContext('en')
  await signIn(page, server.url)
  const found: string[] = []
  for (const { name, path, width = 1440, open } of opened) {
    await page.setViewportSize({ width, height: 900 })
    await openScreen(page, server.url, { name, route: '', path }, ids)
    await open(page)
    // No tooltip, which no landmark holds.
    await page.mouse.move(0, 0)
    await page.waitForTimeout(200)
    found.push(...(await violationsInBothThemes(page, name)))
  }
  await context.close()
  expect(found).toEqual([])
})

test('axe finds no violation while the server fails', async () => {
  const { context, page } = await openContext('en')
  await signIn(page, server.url)
  const failure = { success: false, code: 'INTERNAL', message: 'Failed.', requestId: 'r' }
  await page.route(
    (url) => url.pathname.startsWith('/api/v1/') && !url.pathname.endsWith('/session'),
    (route) => route.fulfill({ status: 500, json: failure }),
  )
  await page.goto(`${server.url}/detections`)
  await page.getByRole('alert').waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const found = await violationsInBothThemes(page, 'outage')
  await context.close()
  expect(found).toEqual([])
})
