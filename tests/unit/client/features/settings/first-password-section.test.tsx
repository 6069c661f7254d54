import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { FirstPasswordSection } from '#client/features/settings/password-section.tsx'
import { words as settingsEn } from '#client/locales/en/settings.ts'
import { words as signOnEn } from '#client/locales/en/sign-on.ts'
import { words as settingsFa } from '#client/locales/fa/settings.ts'
import { words as signOnFa } from '#client/locales/fa/sign-on.ts'
import { REFUSALS } from '#contract/errors.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'

const server = clientServer()

describe.each(['fa', 'en'] as const)('a first password (%s)', (language) => {
  const { password } = { fa: signOnFa, en: signOnEn }[language]
  const { new: label, repeat, problem } = { fa: settingsFa, en: settingsEn }[language].password

  test('says what is missing, and beside the field what the server refuses', async () => {
    const { status, [language]: sentence } = REFUSALS.PASSWORD_TOO_COMMON
    let sent: unknown
    server.use(
      http.post('*/api/users/sign-on/password', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json(
          { code: 'PASSWORD_TOO_COMMON', message: '', errors: [sentence], field: 'password' },
          { status },
        )
      }),
    )
    await drawClient(<FirstPasswordSection />, { language })
    const save = await screen.findByRole('button', { name: password.action })
    await userEvent.click(save)
    expect(screen.getByText(problem.passwordRequired)).toBeVisible()
    expect(screen.getByText(problem.repeatRequired)).toBeVisible()
    await userEvent.type(screen.getByLabelText(label), 'Password1')
    await userEvent.type(screen.getByLabelText(repeat), 'Password2')
    expect(screen.getByText(problem.repeatDiffers)).toBeVisible()
    await userEvent.clear(screen.getByLabelText(repeat))
    await userEvent.type(screen.getByLabelText(repeat), 'Password1')
    await userEvent.click(save)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(sent).toEqual({ password: 'Password1' })
  })
})
