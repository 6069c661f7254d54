import type { Page } from 'playwright/test'
import type { ScreenLanguage } from './screen.ts'

export interface Look {
  readonly language: ScreenLanguage
  readonly isPhone: boolean
}

/** The layout faults of the page as it is now: its language, its width, the size of its controls. */
export async function checkLayout(page: Page, { language, isPhone }: Look): Promise<string[]> {
  const { lang, dir, overflow, small } = await page.evaluate(measureLayout)
  const expected = language === 'fa' ? 'fa rtl' : 'en ltr'
  return [
    ...(`${lang} ${dir}` === expected ? [] : [`the document is ${lang} ${dir}`]),
    ...(overflow > 0 ? [`${overflow} px wider than the screen`] : []),
    ...(isPhone ? small : []),
  ]
}

/** Runs in the page. */
function measureLayout() {
  const TARGET_PX_MIN = 44
  const root = document.documentElement
  const inBarsAndForms = 'header, nav, form, dialog, [role=radiogroup], [role=tablist]'
  const inText = 'p, li p, label span, article'
  const small = [
    ...document.querySelectorAll('button, a[href], [role=radio], [role=tab], input:not([type=hidden]), select'),
  ]
    .filter((each) => each.closest(inBarsAndForms) && !each.closest(inText))
    .flatMap((each) => {
      // A field or a link can be pressed anywhere on its drawn surroundings.
      const drawn = each.closest('label') ?? each
      const { width, height } = drawn.getBoundingClientRect()
      const hidden = width <= 1 || height <= 1 || !each.checkVisibility({ visibilityProperty: true })
      if (hidden || Math.min(width, height) >= TARGET_PX_MIN - 0.5) return []
      return [`${Math.round(width)}×${Math.round(height)}: ${each.outerHTML.slice(0, 160)}`]
    })
  return { lang: root.lang, dir: root.dir, overflow: root.scrollWidth - root.clientWidth, small }
}
