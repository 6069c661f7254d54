import type { Page } from 'playwright/test'

/**
 * The signs of the trade page that are lost in high contrast: with the colours of the system, which take every background of ours away, and with the
 * user's wish for more contrast. No other test sees what only a background said.
 */
export async function lostSigns(page: Page): Promise<string[]> {
  const lost: string[] = []
  for (const media of [{ forcedColors: 'active' }, { forcedColors: 'none', contrast: 'more' }] as const) {
    await page.emulateMedia(media)
    lost.push(...(await page.evaluate(findLost, media.forcedColors === 'active')))
  }
  await page.emulateMedia({ forcedColors: null, contrast: null })
  return lost
}

/** Runs in the page. */
function findLost(isForced: boolean): string[] {
  const lookOf = (selector: string) => {
    const element = document.querySelector(selector)
    if (!element) throw new Error(`there is no ${selector}`)
    const { backgroundColor, outlineStyle, outlineWidth, textDecorationLine } = getComputedStyle(element)
    return { ground: backgroundColor, outline: `${outlineStyle} ${outlineWidth}`, line: textDecorationLine }
  }
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.background = 'Highlight'
  const highlight = getComputedStyle(probe).backgroundColor
  probe.remove()
  const form = '#main form'
  const [chosen, other] = [lookOf(`${form} [aria-checked=true]`), lookOf(`${form} [aria-checked=false]`)]
  const bar = lookOf('#main li.row > i')
  const signs = {
    'the chosen side': isForced
      ? chosen.ground === highlight && other.ground !== highlight
      : chosen.line === 'underline' && other.line === 'none',
    'the edge of a button': lookOf(`${form} button[type=submit]`).outline === 'solid 1px',
    'the bar of a row of the book': !isForced || bar.ground === highlight,
  }
  return Object.entries(signs).flatMap(([sign, isThere]) =>
    isThere ? [] : [`${sign} (${isForced ? 'forced' : 'more'})`],
  )
}
