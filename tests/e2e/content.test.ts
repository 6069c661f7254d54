import { expect, type Page, test } from 'playwright/test'
import { words } from '#client/locales/fa/content.ts'
import { words as desk } from '#client/locales/fa/operations.ts'
import { findBarriers } from './barriers.ts'
import { comeAsOperator } from './console-operator.ts'

const PHONE = { viewport: { width: 360, height: 800 }, locale: 'fa-IR' }
const { act } = desk

const SLUG = 'connection-lost'

const HOSTILE = `**Safe** words

<script>window.hostile = 'script'</script>
<img src=x onerror="window.hostile = 'picture'">
<svg onload="window.hostile = 'drawing'"><script>window.hostile = 'drawn script'</script></svg>
<style>body { display: none }</style>
<iframe src="https://evil.example"></iframe>
[a link](javascript:window.hostile='link') ![far](https://evil.example/pixel.png)`

test.use(PHONE)

/** A hostile text adds nothing to the page but its words. */
async function expectHarmless(page: Page): Promise<void> {
  const bold = page.locator('strong', { hasText: 'Safe' })
  await expect(bold).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'hostile'))).toBeUndefined()
  const text = bold.locator('xpath=ancestor::p/..')
  await expect(text.locator('script, svg, style, iframe, img, [onerror], [onload], a[href^="javascript"]')).toHaveCount(
    0,
  )
}

test('an operator of the content writes, loses nothing, previews, publishes and rolls back', async ({
  page,
  browser,
  baseURL: url = '',
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'Ir'))
  const editor = page.getByRole('form', { name: words.language.fa })
  const body = editor.getByLabel(words.field.body)
  const press = (name: string) => editor.getByRole('button', { name, exact: true }).click()
  const giveReason = async (yes: string) => {
    const sheet = page.getByRole('dialog').filter({ has: page.getByLabel(act.reason) })
    await sheet.getByRole('textbox').fill('A clearer answer')
    await sheet.getByRole('button', { name: yes, exact: true }).click()
    await expect(sheet).toBeHidden()
  }

  await test.step('the list leads to both languages of an entry', async () => {
    await comeAsOperator(page.context(), url)
    await page.goto('/operations/content?kind=FAQ')
    await expect(page.locator('[data-operations]')).toContainText('Sara Karimi')
    await page.getByRole('row').filter({ hasText: SLUG }).getByRole('link').click()
    await expect(page.getByRole('form')).toHaveCount(2)
    expect(await findBarriers(page)).toEqual([])
  })

  await test.step('what is typed survives a reload, and its preview is harmless', async () => {
    await body.fill(HOSTILE)
    await expect(editor.getByText(words.unsaved)).toBeVisible()
    await page.reload()
    await expect(body).toHaveValue(HOSTILE)
    await editor.getByRole('radio', { name: words.panel.preview }).click()
    await expectHarmless(page)
    await editor.getByRole('radio', { name: words.panel.write }).click()
  })

  await test.step('somebody else saves first: the text stays, and is saved over the newer version', async () => {
    const saved = await page.evaluate(
      async ([path, basedOn]) => {
        const reply = await fetch(`/api/operations/content/FAQ/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-kimia-client': 'web' },
          body: JSON.stringify({ title: 'Other', body: 'Other words', basedOn }),
        })
        return reply.status
      },
      [`${SLUG}/fa`, 1] as const,
    )
    expect(saved).toBe(200)
    await press(words.save)
    await press(words.overtaken.show)
    await expect(editor.getByText('Other words')).toBeVisible()
    await expect(body).toHaveValue(HOSTILE)
    await press(words.overtaken.replace)
    await press(words.save)
    await expect(editor.getByText(words.unsaved)).toBeHidden()
  })

  await test.step('it is published with a reason, and visitors read it', async () => {
    await editor.getByRole('button', { name: new RegExp(words.publish.newest.split('{{')[0] ?? '') }).click()
    await giveReason(words.publish.action)
    const visitor = await browser.newContext(PHONE)
    const home = await visitor.newPage()
    await home.addInitScript(() => localStorage.setItem('language', 'Ir'))
    await home.goto('/')
    const answer = home.locator('details').filter({ has: home.locator('strong', { hasText: 'Safe' }) })
    await expect(async () => {
      await home.mouse.wheel(0, 900)
      await expect(answer).toHaveCount(1, { timeout: 500 })
    }).toPass()
    await answer.locator('summary').click()
    await expectHarmless(home)
    await visitor.close()
  })

  await test.step('every version is there with its writer, and the first is rolled back to', async () => {
    await press(words.versions.action)
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText(words.product).first()).toBeVisible()
    await sheet.getByRole('button', { name: words.versions.publish, exact: true }).last().click()
    await giveReason(words.rollBack.action)
    await expect(page.getByText(words.rollBack.done)).toBeVisible()
  })
})
