import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'playwright/test'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
/**
 * React, the router, the words, Chakra and zod as their packages have them are 168 KB of it; quick trade, which stands on
 * the home page, is some 12. A page of 185 KB needed a style engine of our own and rewritten imports.
 */
const BYTES_MAX = 205_000

// Without the worker, whose precaching is not what the person waits for.
test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })

test(`the first page needs at most ${BYTES_MAX} bytes of gzipped JavaScript`, async ({ page }) => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.locator('#root main').first()).toBeVisible()
  const sizes = await Promise.all(
    [...scripts].map(async (path) => ({ path, bytes: gzipSync(await readFile(DIST + path), { level: 9 }).length })),
  )
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const table = sizes.sort((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `${bytes} ${path}`)
  test.info().annotations.push({ type: 'gzip', description: `${total} bytes\n${table.join('\n')}` })
  expect(scripts.size).toBeGreaterThan(0)
  expect(total, table.join('\n')).toBeLessThanOrEqual(BYTES_MAX)
})
