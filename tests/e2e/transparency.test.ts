import { expect, test } from 'playwright/test'

/** Runs in the page: what is blurred behind the bar and behind the open sheet, and whether the page shines through the bar. */
function surfaces() {
  const styleOf = (selector: string, part?: string) => {
    const element = document.querySelector(selector)
    if (!element) throw new Error(`there is no ${selector}`)
    return getComputedStyle(element, part)
  }
  const bar = styleOf('header')
  return {
    bar: bar.backdropFilter,
    sheet: styleOf('dialog[open]', '::backdrop').backdropFilter,
    shines: bar.backgroundColor.startsWith('rgba'),
  }
}

test('nothing shines through for a person who asks the device for less transparency, and does for others', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'تغییر دارایی' }).click()
  await expect(page.locator('dialog[open]')).toBeVisible()
  // All browsers of the tests are asked for it (playwright.config.ts).
  expect(await page.evaluate(surfaces)).toEqual({ bar: 'none', sheet: 'none', shines: false })
  const devtools = await page.context().newCDPSession(page)
  const features = [{ name: 'prefers-reduced-transparency', value: 'no-preference' }]
  await devtools.send('Emulation.setEmulatedMedia', { features })
  expect(await page.evaluate(surfaces)).toEqual({ bar: 'blur(14px)', sheet: 'blur(3px)', shines: true })
})
