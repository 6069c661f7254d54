import { expect, type Page } from 'playwright/test'
import { words as en } from '#client/locales/en/proof.ts'
import { words as fa } from '#client/locales/fa/proof.ts'

const WORDS = { fa, en } as const

/** The sheet's title names its open method. */
const titlesIn = (language: keyof typeof WORDS) => new RegExp(Object.values(WORDS[language].title).join('|'))

/** Answers the sheet that asks for the second step; requests the code once the sheet is open. */
export async function proveOnSheet(
  page: Page,
  language: keyof typeof WORDS,
  code: () => Promise<string> | string,
): Promise<void> {
  const sheet = page.getByRole('dialog', { name: titlesIn(language) })
  const field = sheet.locator('input[autocomplete="one-time-code"]')
  await expect(field).toBeVisible()
  await field.fill(await code())
  await expect(sheet).toBeHidden()
}

/** Proves in the same way by a recovery code. */
export async function proveByRecoveryCode(page: Page, language: keyof typeof WORDS, code: string): Promise<void> {
  const words = WORDS[language]
  const sheet = page.getByRole('dialog', { name: titlesIn(language) })
  await sheet.getByRole('button', { name: words.byRecovery }).click()
  await sheet.getByRole('textbox').fill(code)
  await sheet.getByRole('button', { name: words.recovery.action }).click()
  await expect(sheet).toBeHidden()
}

/** Proves for a change of the second step in the page's session without a sheet, unless that was done recently: codes are sent only so often. */
export const proveBehindPage = (page: Page): Promise<void> => page.evaluate(prove)

/** Runs in the page. */
async function prove(): Promise<void> {
  const headers = { 'x-kimia-client': 'web', 'content-type': 'application/json' }
  const read = async (path: string) => (await fetch(path)).json()
  const post = (path: string, body: object) =>
    fetch(`/api/users/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const purpose = 'TWO_STEP'
  const { provenAnewDateTime, provenFor } = (await read('/api/users/session')).baseDTO
  if (provenAnewDateTime !== null && provenFor === purpose && Date.now() - Date.parse(provenAnewDateTime) < 8 * 60_000)
    return
  await post('send-code', { purpose })
  const { mobileNumber } = (await read('/api/users/account')).baseDTO
  const messages = await read(`/sandbox/inbox.json?to=${encodeURIComponent(mobileNumber)}`)
  await post('prove', {
    code: messages.find((message: { code: string | null }) => message.code !== null).code,
    purpose,
  })
}
