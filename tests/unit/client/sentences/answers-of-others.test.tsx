import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import ExitSheet from '#client/features/shell/exit-sheet.tsx'
import { words as en } from '#client/locales/en/shell.ts'
import { words as fa } from '#client/locales/fa/shell.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { fill, press, submit } from './act.ts'
import { LANGUAGES } from './sentences.ts'

const server = clientServer()
const BROKEN = { fa: 'خطایی رخ داد؛ دوباره تلاش کنید.', en: 'Something went wrong. Try again.' }
const UNREACHABLE = {
  fa: 'پاسخی دریافت نکردیم؛ اتصال اینترنت را بررسی کنید.',
  en: "We didn't get a response. Check your connection.",
}
const WORDS = { fa, en }
const proxysPage = () => HttpResponse.html('<h1>502 Bad Gateway</h1>', { status: 502 })
const nothing = () => undefined

const WAYS = LANGUAGES.flatMap((language) => [
  [language, 'a proxy', proxysPage, BROKEN] as const,
  [language, 'nobody', HttpResponse.error, UNREACHABLE] as const,
])

/** Text that people cannot read: a status, or the browser's own words. */
const RAW = /502|HTTP|fetch/

test.each(WAYS)('where %s is read and %s answers, forms say so in words', async (language, _who, answer, sentence) => {
  server.use(http.post('*/api/users/login', answer))
  await drawClient(<LoginScreen next={undefined} onCodeSent={nothing} />, { language })
  await fill({ mobileNumber: '09123456789', password: 'Zafaran-99' })
  await submit()
  expect(await screen.findByText(sentence[language])).toBeVisible()
  expect(document.body).not.toHaveTextContent(RAW)
})

test.each(WAYS)(
  'where %s is read and %s answers, a logout says so in words',
  async (language, _who, answer, sentence) => {
    server.use(http.get('*/api/users/logout', answer))
    await drawClient(<ExitSheet onClose={nothing} />, { language })
    await press(WORDS[language].exit.yes)
    expect(await screen.findByText(sentence[language])).toBeVisible()
    expect(document.body).not.toHaveTextContent(RAW)
  },
)
