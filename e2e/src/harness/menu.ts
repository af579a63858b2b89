import type { Page } from 'playwright-core'

/** The paths of all links in the menu, including the logo. */
export async function menuPaths(page: Page): Promise<string[]> {
  const links = page.locator('nav a')
  await links.first().waitFor()
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
}

/**
 * Clicks on these entries of the menu in turn and returns the steps that ended elsewhere, at most five. If `home` is given, every step
 * starts at that address and returns to it by the browser's history. It runs inside the page, because there are hundreds of steps.
 */
export function walkMenu(page: Page, paths: readonly string[], home: string | null = null): Promise<string[]> {
  return page.evaluate(
    async ([steps, start]) => {
      const faults: string[] = []
      const loaded = new Set<string>()
      const here = () => location.pathname + location.search
      const shown = () => document.querySelector('nav a[aria-current=page]')?.getAttribute('href')
      /** Whether the page of an entry is open. On the first visit its content must be there, too. */
      const isOpen = (path: string) =>
        location.pathname.startsWith(path) &&
        shown() === path &&
        (loaded.has(path) || document.querySelector('main h1:not([data-left])') !== null)
      const opens = async (isDone: () => boolean): Promise<boolean> => {
        for (const end = performance.now() + 10_000; !isDone() && performance.now() < end; )
          await new Promise((done) => requestAnimationFrame(done))
        return isDone()
      }
      let from = here()
      await opens(() => isOpen(location.pathname))
      for (const to of steps) {
        // The logo leads to the dashboard.
        const path = to === '/' ? '/dashboard' : to
        if (shown() !== path) for (const one of document.querySelectorAll<HTMLElement>('main h1')) one.dataset.left = ''
        document.querySelector<HTMLElement>(`nav a[href="${to}"]`)?.click()
        if (!(await opens(() => isOpen(path)))) faults.push(`from ${from} to ${to}: ended at ${here()}`)
        loaded.add(path)
        if (start !== null) {
          history.back()
          if (!(await opens(() => here() === start && start.startsWith(shown() ?? '?'))))
            faults.push(`back from ${to}: ended at ${here()}`)
        }
        from = here()
        if (faults.length === 5) break
      }
      return faults
    },
    [paths, home] as const,
  )
}
