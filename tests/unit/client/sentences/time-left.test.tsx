import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { SignOnRegisterScreen } from '#client/features/auth/sign-on-register-screen.tsx'
import { ContactSection } from '#client/features/contacts/contact-section.tsx'
import { OperatorLogin } from '#client/features/operations/operator-login.tsx'
import { SetUpScreen } from '#client/features/operations/set-up-screen.tsx'
import ProofSheet from '#client/features/proof/proof-sheet.tsx'
import { FirstPasswordSection, PasswordSection } from '#client/features/settings/password-section.tsx'
import { words as contactsEn } from '#client/locales/en/contacts.ts'
import { words as operationsEn } from '#client/locales/en/operations.ts'
import { words as contactsFa } from '#client/locales/fa/contacts.ts'
import { words as operationsFa } from '#client/locales/fa/operations.ts'
import { getPasskeys } from '#contract/passkeys.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { fill, press, submit, tick, write } from './act.ts'
import { LANGUAGES, type Language, SENTENCES } from './sentences.ts'

const server = clientServer()
const WORDS = {
  fa: { ...contactsFa, login: operationsFa.login, setUp: operationsFa.setUp },
  en: { ...contactsEn, login: operationsEn.login, setUp: operationsEn.setUp },
}
const PASSWORD = 'Zafaran-99'

const SCREENS = {
  'a sign-up by another provider': {
    part: <SignOnRegisterScreen onCodeSent={() => undefined} />,
    act: async () => {
      await fill({ mobileNumber: '09123456789' })
      await tick('acceptedTerms')
      await submit()
    },
  },
  'a change of the mobile number': {
    part: <ContactSection account={person()} />,
    act: async (language: Language) => {
      await press(WORDS[language].change.MOBILE)
      await fill({ oldContact: '09123456789', newContact: '09351112233' })
      await submit()
    },
  },
  'a change of the password': {
    part: <PasswordSection />,
    act: async () => {
      await fill({ oldPassword: 'Zaferan12', password: PASSWORD, repeat: PASSWORD })
      await submit()
    },
  },
  'a first password': {
    part: <FirstPasswordSection />,
    act: async () => {
      await fill({ password: PASSWORD, repeat: PASSWORD })
      await submit()
    },
  },
  'a question for a proof': { part: <ProofSheet />, act: async () => undefined },
  'a login of an operator': {
    part: <OperatorLogin />,
    act: async () => {
      await fill({ mobileNumber: '09121234567', password: PASSWORD, code: '123456' })
      await submit()
    },
  },
  'the set-up of an operator': {
    part: <SetUpScreen />,
    act: async (language: Language) => {
      await write(WORDS[language].login.mobile, '09121234567')
      await write(WORDS[language].setUp.handover, 'K7QM-2XRD')
      await submit()
    },
  },
}

test.each(
  Object.entries(SCREENS).flatMap(([name, shown]) => LANGUAGES.map((language) => [name, language, shown] as const)),
)('%s that comes too often says in %s how long to wait', async (_name, language, { part, act }) => {
  const sentence = SENTENCES.TOO_MANY_REQUESTS[language]
  server.use(
    mockEndpoint(getPasskeys, { content: [] }),
    http.post('*/api/*', () =>
      HttpResponse.json(
        { code: 'TOO_MANY_REQUESTS', message: sentence, errors: [sentence] },
        { status: 429, headers: { 'retry-after': '3605' } },
      ),
    ),
  )
  await drawClient(part, { language })
  await act(language)
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByRole('timer', { hidden: true })).toHaveTextContent(
    { fa: /زمان باقی‌مانده: (۶۰:۰|۵۹:۵)/, en: /Time left: (60:0|59:5)/ }[language],
  )
})
