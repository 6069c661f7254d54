import { expect, test } from 'playwright/test'
import { findMisfits } from './fit.ts'

/** A card of 100 px with one fault. */
const FAULTS: Readonly<Record<string, string>> = {
  'leaves <section': '<section><span style="white-space: nowrap">a text that is too long for it</span></section>',
  'leaves <div': '<section><div style="overflow: auto"><p style="width: 130px">a table</p></div></section>',
  'lies over': '<section><p>one text</p><p style="margin-top: -1lh">another</p></section>',
  'is cut by': '<section><input name="price" style="width: 40px" value="987654321000"></section>',
  'too wide': '<section style="width: 3000px"></section>',
}

test('the check sees each kind of fault, and none where there is none', async ({ page }) => {
  const style = '<style>section { width: 100px; border: 1px solid; } p { margin: 0 }</style>'
  for (const [fault, html] of Object.entries(FAULTS)) {
    await page.setContent(`${style}${html}`)
    expect((await findMisfits(page)).join()).toContain(fault)
  }
  await page.setContent(`${style}<section><p>a text</p><input style="width: 50px" value="1"></section>`)
  expect(await findMisfits(page)).toEqual([])
})
