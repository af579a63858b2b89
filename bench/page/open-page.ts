import type { Browser, Page } from 'playwright-core'

/** A page of a laptop's size that is signed in by the session cookie. */
export async function openPage(browser: Browser, origin: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const cookies = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin }
  })
  await context.addCookies(cookies)
  return context.newPage()
}
