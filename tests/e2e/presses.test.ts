import { generateSync } from 'otplib/functional'
import { expect, type Page, test } from 'playwright/test'
import { words as auth } from '#client/locales/en/auth.ts'
import { words } from '#client/locales/en/settings.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { signUp } from '#tests/builders/customer.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { proveBehindPage } from './prove.ts'
import { sessionCookies } from './session-cookies.ts'
import { PASSWORD } from './walk.ts'

test.use({
  viewport: { width: 1280, height: 800 },
  locale: 'en-GB',
  hasTouch: true,
  reducedMotion: 'no-preference',
})

/** So slow that a test can see a sheet while it slides in. */
const PLAYBACK_RATE = 0.02

test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('language', 'En')))

async function openSettings(page: Page, url: string): Promise<void> {
  const { token } = await signUp(url)
  await page.context().addCookies(sessionCookies({ token, url }))
  await page.goto('/profile/settings')
}

test('a sheet that comes in moves no toast over what is pressed in it', async ({ page, baseURL }) => {
  await openSettings(page, baseURL ?? '')
  await proveBehindPage(page)
  await page.getByRole('radio', { name: words.twoStep.method.GOOGLE_AUTHENTICATOR }).click()
  const sheet = page.getByRole('dialog')
  const secret = ((await sheet.locator('bdi').first().textContent()) ?? '').replace(/\s/g, '')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: PLAYBACK_RATE })
  await sheet.locator('input[autocomplete="one-time-code"]').fill(generateSync({ secret }))
  const toast = page
    .getByRole('status')
    .locator('> div')
    .filter({ hasText: words.twoStep.changed.GOOGLE_AUTHENTICATOR })
  await expect(toast).toBeAttached()
  const box = sheet.getByRole('checkbox')
  await expect(box).toBeAttached()
  expect(await sheet.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBeGreaterThan(0)
  const [toastBox, checkbox] = [await toast.boundingBox(), await box.boundingBox()]
  if (!toastBox || !checkbox) throw new Error('the toast or the box is not drawn')
  const apart = toastBox.x + toastBox.width <= checkbox.x || toastBox.y + toastBox.height <= checkbox.y
  expect({ apart, toastBox, checkbox }).toMatchObject({ apart: true })
})

/** Puts one control over another; a press removes the upper one. */
async function coverControl(page: Page): Promise<void> {
  await page.evaluate(() => {
    const place = (name: string, onPress: (control: HTMLElement) => void) => {
      const control = document.createElement('button')
      control.textContent = name
      control.style.cssText = 'position: fixed; top: 0; left: 0; width: 200px; height: 100px; z-index: 9999'
      control.onclick = () => onPress(control)
      document.body.append(control)
    }
    let presses = 0
    window.addEventListener('click', () => document.body.setAttribute('data-presses', String(++presses)), true)
    place('below', () => document.body.setAttribute('data-pressed', 'below'))
    place('above', (control) => control.remove())
  })
}

for (const { by, press } of [
  { by: 'a mouse', press: (page: Page) => page.mouse.dblclick(50, 50) },
  {
    by: 'a finger',
    press: async (page: Page) => {
      const devtools = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
        devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
      // All in parallel: sent in turn, a busy machine would treat them as separate presses.
      const taps = [50, 52].flatMap((x) => [touch('touchStart', [{ x, y: x }]), touch('touchEnd', [])])
      await Promise.all(taps)
    },
  },
])
  test(`the second press of ${by} does not fall on what has come under it`, async ({ page }) => {
    await page.goto('/login')
    await page.locator('[name=mobileNumber]').waitFor()
    await coverControl(page)
    await press(page)
    await expect(page.locator('body')).toHaveAttribute('data-presses', '2')
    await expect(page.getByText('above', { exact: true })).toBeHidden()
    expect(await page.locator('body').getAttribute('data-pressed')).toBeNull()
    // A separate press works as usual.
    await page.waitForTimeout(1_000)
    await page.mouse.click(50, 50)
    await expect(page.locator('body')).toHaveAttribute('data-pressed', 'below')
  })

test('a double press of a sign-up asks once, and leads to its code', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/users/')) asked.push(request.url())
  })
  await page.goto('/sign-up')
  await page.locator('[name=mobileNumber]').fill(localMobileNumber(iranianIdentity().mobileNumber))
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=acceptedTerms]').check()
  await page.getByRole('button', { name: auth.signUp.action, exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: auth.code.of.SMS.title })).toBeVisible()
  expect(asked).toHaveLength(1)
})
