import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { PhraseSection } from '#client/features/settings/phrase-section.tsx'
import { REFUSALS } from '#contract/errors.ts'
import { getSecurity, setAntiPhishingPhrase } from '#contract/security.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { securityOnWire } from '#tests/builders/security-on-wire.ts'

const server = clientServer()
let phrase: string | null = null
const sent: unknown[] = []
beforeEach(() => {
  phrase = null
  sent.length = 0
  server.use(
    mockEndpoint(getSecurity, () => ({ baseDTO: securityOnWire({ antiPhishingPhrase: phrase }) })),
    mockEndpoint(setAntiPhishingPhrase, ({ body }) => {
      sent.push(body)
      phrase = sent.length === 1 ? 'باغ گیلاس' : null
      return {}
    }),
  )
})

test('a phrase is added, shown and removed', async () => {
  await drawClient(<PhraseSection />)
  await userEvent.click(await screen.findByRole('button', { name: 'افزودن عبارت' }))
  await userEvent.type(screen.getByLabelText('عبارت امنیتی', { selector: 'input' }), 'باغ گیلاس{Enter}')
  expect(await screen.findByText('باغ گیلاس')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'تغییر عبارت' }))
  // The field does not start with the present phrase, which may be masked.
  expect(screen.getByLabelText('عبارت امنیتی', { selector: 'input' })).toHaveValue('')
  await userEvent.click(screen.getByRole('button', { name: 'حذف عبارت' }))
  expect(await screen.findByText('هنوز عبارتی ندارید.')).toBeVisible()
  expect(sent).toEqual([{ phrase: 'باغ گیلاس' }, { phrase: null }])
})

test('what is too short is not sent, and the reason is said', async () => {
  await drawClient(<PhraseSection />)
  await userEvent.click(await screen.findByRole('button', { name: 'افزودن عبارت' }))
  await userEvent.type(screen.getByLabelText('عبارت امنیتی', { selector: 'input' }), 'ab{Enter}')
  expect(await screen.findByText('عبارت امنیتی باید ۳ تا ۳۰ کاراکتر باشد.')).toBeVisible()
  expect(sent).toEqual([])
})

test('a refusal stands beside the field', async () => {
  server.use(mockEndpoint(setAntiPhishingPhrase, refuseWith('PHRASE_INVALID')))
  await drawClient(<PhraseSection />)
  await userEvent.click(await screen.findByRole('button', { name: 'افزودن عبارت' }))
  await userEvent.type(screen.getByLabelText('عبارت امنیتی', { selector: 'input' }), 'whale{Enter}')
  await vi.waitFor(() =>
    expect(screen.getByLabelText('عبارت امنیتی', { selector: 'input' })).toHaveAccessibleDescription(
      REFUSALS.PHRASE_INVALID.fa,
    ),
  )
})
