import axe from 'axe-core'
import type { Page } from 'playwright/test'

interface Rules {
  /** Checks these rules alone; absent: all of axe's defaults. */
  readonly only?: readonly string[]
  readonly without?: readonly string[]
}

/** The barriers that axe finds on the page as it is now. All of a page is in its one frame. */
export async function findBarriers(page: Page, { only, without = [] }: Rules = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (rules) => {
      const { violations } = await window.axe.run(document, {
        // Skips the descriptions of passed rules, which cover most of a page; selectors and sheets of other sites, of which we have none, were a seventh.
        ...{ resultTypes: ['violations'], selectors: false, preload: false },
        ...(rules.only ? { runOnly: [...rules.only] } : {}),
        rules: Object.fromEntries(rules.without.map((rule) => [rule, { enabled: false }])),
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
      )
    },
    { only, without },
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
