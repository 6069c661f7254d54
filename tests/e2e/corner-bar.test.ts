import { expect, test } from 'playwright/test'
import { busyCustomer } from '#tests/builders/busy-customer.ts'
import { sessionCookies } from './session-cookies.ts'

/** Runs in the page: the buttons of forms and the links of the bottom bar that the invitation lies over. */
function coveredControls() {
  const bar = document.querySelector('[data-testid=install]')?.getBoundingClientRect()
  const controls = [...document.querySelectorAll('#main form [type=submit], nav a')].filter((each) =>
    each.checkVisibility(),
  )
  return controls
    .filter((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      return bar && left < bar.right && right > bar.left && top < bar.bottom && bottom > bar.top
    })
    .map((each) => each.textContent)
}

const PAGES = ['/profile/trade/TOMAN/GOLD', '/profile/otc', '/profile/wallet']

for (const { stored, ...viewport } of [
  { stored: 'Ir', width: 390, height: 844 },
  { stored: 'En', width: 360, height: 780 },
  { stored: 'En', width: 1440, height: 900 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('an invitation covers neither the button of a form nor the bottom bar', async ({ page, baseURL }) => {
      const url = baseURL ?? ''
      await page.addInitScript((language) => {
        localStorage.setItem('language', language)
        localStorage.setItem('kimia-visited', 'yes')
        Object.assign(window, { installQuestion: new Event('question') })
      }, stored)
      await page.context().addCookies(sessionCookies({ token: (await busyCustomer(url)).token, url }))
      for (const path of PAGES) {
        await page.goto(path)
        await expect(page.getByTestId('install')).toBeVisible()
        if (path !== '/profile/wallet') await expect(page.locator('#main form [type=submit]')).toBeVisible()
        expect({ path, covered: await page.evaluate(coveredControls) }).toEqual({ path, covered: [] })
      }
    })
  })
