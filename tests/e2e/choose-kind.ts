import type { Locator } from 'playwright/test'
import type { words } from '#client/locales/en/trade.ts'

type Kinds = Record<keyof typeof words.form.kind.short, string>

/** Chooses the kind of an order: by tabs, or in a narrow form by the picker. */
export async function chooseKind(form: Locator, kind: keyof Kinds, names: Kinds): Promise<void> {
  const picker = form.locator('select[name=kind]')
  const tab = form.getByRole('radio', { name: names[kind], exact: true })
  await picker.or(tab).filter({ visible: true }).first().waitFor()
  if (await picker.isVisible()) await picker.selectOption(kind)
  else await tab.click()
}
