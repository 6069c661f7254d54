import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PasswordSection, validatePasswords } from '#client/features/settings/password-section.tsx'
import { words as en } from '#client/locales/en/settings.ts'
import { words as fa } from '#client/locales/fa/settings.ts'
import { REFUSALS } from '#contract/errors.ts'
import { changePassword } from '#contract/security.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
const OLD = 'Zaferan12'
const NEW = 'Zafaran-99'
const WORDS = { fa: fa.password, en: en.password }

test.each([
  ['oldRequired', { oldPassword: '' }],
  ['oldInvalid', { oldPassword: 'short' }],
  ['passwordRequired', { password: '', repeat: '' }],
  ['passwordShort', { password: 'Abc-12', repeat: 'Abc-12' }],
  ['passwordLetters', { password: 'abcdefgh', repeat: 'abcdefgh' }],
  ['passwordLetters', { password: 'Abcdefgh', repeat: 'Abcdefgh' }],
  ['passwordLetters', { password: 'ABCDEFG1', repeat: 'ABCDEFG1' }],
  ['passwordDigits', { password: 'Zafaran-۹۹', repeat: 'Zafaran-۹۹' }],
  ['passwordSame', { password: OLD, repeat: OLD }],
  ['repeatRequired', { repeat: '' }],
  ['repeatDiffers', { repeat: 'Zafaran-98' }],
] as const)('%s has a text of its own in both languages', async (problem, part) => {
  const typed = { oldPassword: OLD, password: NEW, repeat: NEW, ...part }
  expect(Object.values(validatePasswords(typed))).toContain(problem)
  for (const language of ['fa', 'en'] as const) {
    const words = WORDS[language]
    const { unmount } = await drawClient(<PasswordSection />, { language })
    for (const [label, text] of [
      [words.present, typed.oldPassword],
      [words.new, typed.password],
      [words.repeat, typed.repeat],
    ] as const)
      if (text !== '') await userEvent.type(await screen.findByLabelText(label), text)
    await userEvent.click(await screen.findByRole('button', { name: words.action }))
    expect(await screen.findByText(words.problem[problem])).toBeVisible()
    unmount()
  }
})

test('what fits has no problem', () => {
  expect(validatePasswords({ oldPassword: OLD, password: NEW, repeat: NEW })).toEqual({})
})

async function change(language: 'fa' | 'en' = 'fa') {
  const words = WORDS[language]
  await drawClient(<PasswordSection />, { language })
  await userEvent.type(await screen.findByLabelText(words.present), OLD)
  await userEvent.type(screen.getByLabelText(words.new), NEW)
  await userEvent.type(screen.getByLabelText(words.repeat), NEW)
  await userEvent.click(screen.getByRole('button', { name: words.action }))
  return words
}

test.each(['fa', 'en'] as const)('in %s a change is told, and the fields are empty again', async (language) => {
  let sent: unknown
  server.use(
    mockEndpoint(changePassword, ({ body }) => {
      sent = body
      return { message: 'password changed successfully' }
    }),
  )
  const words = await change(language)
  expect(await screen.findByText(words.changed)).toBeVisible()
  expect(sent).toEqual({ oldPassword: OLD, password: NEW })
  await vi.waitFor(() => expect(screen.getByLabelText(words.present)).toHaveValue(''))
  expect(screen.queryByText(words.problem.oldRequired)).toBeNull()
})

test('a wrong present password is said beside its field, and what was typed stays', async () => {
  server.use(mockEndpoint(changePassword, refuseWith('OLD_PASSWORD_INCORRECT', undefined, 'oldPassword')))
  await change()
  await vi.waitFor(() =>
    expect(screen.getByLabelText(fa.password.present)).toHaveAccessibleDescription(REFUSALS.OLD_PASSWORD_INCORRECT.fa),
  )
  expect(screen.getByLabelText(fa.password.new)).toHaveValue(NEW)
  await userEvent.type(screen.getByLabelText(fa.password.present), '3')
  expect(screen.queryByText(REFUSALS.OLD_PASSWORD_INCORRECT.fa)).toBeNull()
})

test('any other refusal stands above the form', async () => {
  server.use(mockEndpoint(changePassword, refuseWith('TOO_MANY_REQUESTS')))
  await change()
  expect(await screen.findByText(REFUSALS.TOO_MANY_REQUESTS.fa)).toBeVisible()
})
