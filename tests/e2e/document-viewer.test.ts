import { expect, type Locator, test } from 'playwright/test'
import { words } from '#client/locales/en/operations.ts'
import { type Customer, signUp } from '#tests/builders/customer.ts'
import { nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { picture } from '#tests/builders/picture.ts'
import { accountForm } from '../integration/server/accounts/account-form.ts'
import { comeAsOperator } from './console-operator.ts'

test.use({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })

/** A user whose name the registry doubts, so that an operator must check it. */
async function sendForm(url: string): Promise<Customer> {
  const user = await signUp(url)
  const photos = {
    image: await picture({ width: 90, height: 60 }),
    backImage: await picture({ width: 60, height: 90 }),
  }
  const form = await accountForm(photos, { ...user, nationalCode: nationalCodeOf('9998') })
  const headers = { authorization: `Bearer ${user.token}` }
  expect((await fetch(`${url}/api/users/account`, { method: 'POST', headers, body: form })).status).toBe(200)
  return user
}

/** In pixels: how much of each edge stays out of view at full scroll, and by how much the scroll area exceeds the photo. */
const outOfReach = (place: Locator) =>
  place.evaluate((box) => {
    const image = box.querySelector('img')
    if (!image) throw new Error('no photo')
    const at = (end: number) => {
      box.scrollTo(end, end)
      return image.getBoundingClientRect()
    }
    const { x, y } = box.getBoundingClientRect()
    const [start, end] = [at(0), at(1e6)]
    const edges = [x - start.left, y - start.top, end.right - x - box.clientWidth, end.bottom - y - box.clientHeight]
    const empty = [
      box.scrollWidth - Math.max(box.clientWidth, start.width),
      box.scrollHeight - Math.max(box.clientHeight, start.height),
    ]
    return [...edges, ...empty].map((pixels) => Math.max(0, Math.floor(pixels)))
  })

test('every edge of a photo can be scrolled to, however it is enlarged and turned', async ({
  page,
  baseURL: url = '',
}) => {
  const { mobileNumber } = await sendForm(url)
  await page.addInitScript(() => localStorage.setItem('language', 'En'))
  await comeAsOperator(page.context(), url)
  await page.goto('/operations/identities')
  const row = page.getByRole('row').filter({ has: page.getByText(mobileNumber) })
  await row.getByRole('link').click()
  for (const side of ['image', 'backImage'] as const) {
    const name = words.identities.document[side]
    const photo = page.getByRole('img', { name, exact: true })
    await expect
      .poll(() => photo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBeGreaterThan(0)
    const figure = page.getByRole('figure').filter({ has: photo })
    const { zoomIn, turn } = words.identities
    const acts = [zoomIn, zoomIn, turn, turn, zoomIn, turn, words.identities.zoomOut, turn]
    const expectReached = (act: string) =>
      expect.poll(() => outOfReach(figure.getByRole('region')), `${side}, ${act}`).toEqual([0, 0, 0, 0, 0, 0])
    await expectReached('before')
    for (const [index, act] of acts.entries()) {
      await figure.getByRole('button', { name: act }).click()
      await expectReached(`${index} ${act}`)
    }
  }
})
