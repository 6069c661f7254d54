import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, test } from 'playwright/test'
import { CHROMIUM_ARGUMENTS, findChromium } from '../setup/chromium.ts'

test('the browser offers to install the app, and finds nothing missing', async ({ baseURL }) => {
  // Chromium answers only with a profile on disk.
  const profile = await mkdtemp(join(tmpdir(), 'kimia-profile-'))
  const executablePath = findChromium()
  const context = await chromium.launchPersistentContext(profile, {
    args: CHROMIUM_ARGUMENTS,
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    const page = await context.newPage()
    await page.goto(`${baseURL}/`)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const session = await context.newCDPSession(page)
    expect(await session.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
    const { data, errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'کیمیا', dir: 'rtl', lang: 'fa', display: 'standalone' })
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})

test('every icon and screenshot of the manifest is there, in its size', async ({ page, baseURL }) => {
  await page.goto('/')
  const manifest = await (await page.request.get(`${baseURL}/manifest.webmanifest`)).json()
  expect(manifest.icons.map((icon: { purpose: string }) => icon.purpose)).toEqual(
    expect.arrayContaining(['any', 'maskable', 'monochrome']),
  )
  expect(manifest.screenshots.map((shot: { form_factor: string }) => shot.form_factor)).toEqual(
    expect.arrayContaining(['narrow', 'wide']),
  )
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await page.evaluate(async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect({ src, size }).toEqual({ src, size: sizes })
  }
})
