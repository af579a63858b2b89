import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds wrong on the page as it stands, a line for each element: by all of its rules or only by some. */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Evaluated, not a script element: the page allows only its own scripts.
  if (!isLoaded) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (only) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule', values: only } }),
      }),
    rules,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').at(-1)?.trim()}`,
    ),
  )
}
