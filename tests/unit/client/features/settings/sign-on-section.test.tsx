import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { SignOnSection } from '#client/features/settings/sign-on-section.tsx'
import { words as en } from '#client/locales/en/sign-on.ts'
import { words as fa } from '#client/locales/fa/sign-on.ts'
import { type ErrorCode, REFUSALS } from '#contract/errors.ts'
import { getSignOnIdentities, getSignOnProviders } from '#contract/sign-on.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const IDENTITY = {
  id: '7',
  email: 'mina@example.com',
  linkedDateTime: '2026-11-20T08:00:00.000Z',
  lastUsedDateTime: null,
}

const server = clientServer()
beforeEach(() => server.use(mockEndpoint(getSignOnProviders, { content: ['GOOGLE'] })))

const linked = (...content: (typeof IDENTITY)[]) =>
  server.use(mockEndpoint(getSignOnIdentities, { content, baseDTO: { hasPassword: true } }))

describe.each(['fa', 'en'] as const)('the identity at the provider (%s)', (language) => {
  const words = { fa, en }[language]
  const refuse = (code: ErrorCode) => {
    const { status } = REFUSALS[code]
    const body = { code, message: code, errors: [REFUSALS[code][language]] }
    const answer = () => HttpResponse.json(body, { status })
    server.use(
      http.post('*/api/users/sign-on/identities', answer),
      http.delete('*/api/users/sign-on/identities/7', answer),
    )
  }

  test('is named, and stays where it is the only way in', async () => {
    linked(IDENTITY)
    refuse('SIGN_ON_LAST_WAY')
    await drawClient(<SignOnSection outcome={undefined} />, { language })
    expect(await screen.findByText(IDENTITY.email)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: words.unlink.action }))
    await userEvent.click(await screen.findByRole('button', { name: words.unlink.yes, hidden: true }))
    expect(await screen.findByText(REFUSALS.SIGN_ON_LAST_WAY[language])).toBeInTheDocument()
  })

  test.each(['SIGN_ON_UNAVAILABLE', 'SIGN_ON_LINKED'] as const)('is not linked: %s', async (code) => {
    linked()
    refuse(code)
    await drawClient(<SignOnSection outcome={undefined} />, { language })
    await userEvent.click(await screen.findByRole('button', { name: words.link.action }))
    expect(await screen.findByText(REFUSALS[code][language])).toBeVisible()
  })

  test('that is taken says so on the way back, as one that is linked does', async () => {
    linked()
    await drawClient(<SignOnSection outcome="taken" />, { language })
    expect(await screen.findByText(words.link.taken)).toBeVisible()
    linked(IDENTITY)
    await drawClient(<SignOnSection outcome="linked" />, { language })
    expect(await screen.findByText(words.link.done)).toBeVisible()
  })
})
