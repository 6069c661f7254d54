import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AuditDetails } from '#client/features/operations/audit-details.tsx'
import { words as desk } from '#client/locales/fa/desk.ts'
import { words } from '#client/locales/fa/operations.ts'
import { words as fa } from '#client/locales/fa/proposals.ts'
import { words as safety } from '#client/locales/fa/safety.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { HAND_BACK_REASONS } from '#contract/hand-back-reasons.ts'
import { words as codes } from '#contract/words/fa/console-codes.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()

test('what the log keeps of a change reads as words: names, units, digits of the language; what has none keeps its name', async () => {
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
  await drawClient(
    <AuditDetails
      details={{
        proposal: 12,
        market: 'GOLD_TOMAN',
        tick: '50',
        maker: '0.25',
        level: 'VIP_2',
        verified: false,
        odd: 'x',
      }}
    />,
  )
  const lines = () =>
    screen
      .getAllByRole('definition')
      .map((line) => `${line.previousElementSibling?.textContent} ${line.textContent?.replaceAll('\u00A0', ' ')}`)
  const { field } = desk.settings
  await waitFor(() => expect(lines()).toContain(`${codes.detail.market}: طلای ۱۸ عیار / تومان`))
  expect(lines()).toEqual([
    `${codes.detail.proposal}: ۱۲`,
    `${codes.detail.market}: طلای ۱۸ عیار / تومان`,
    `${field.tick}: ۵۰ تومان`,
    `${field.maker}: ۰٫۲۵٪`,
    `${codes.detail.level}: سطح ۲`,
    `${codes.detail.verified}: ${codes.is.no}`,
    'odd: x',
  ])
})

test('codes and days of the log read as words and dates of the language, and what somebody typed stays as it is', async () => {
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
  await drawClient(
    <AuditDetails
      details={{
        before: 'UNAUTHORIZED',
        after: 'PENDING',
        doubts: 'NAME, DOCUMENT',
        newDevice: true,
        document: 'backImage',
        from: '2026-11-22',
        firstAt: '2026-11-22T08:10:00.000Z',
        reason: 'BLURRED CARD',
        by: 'GOOGLE_AUTHENTICATOR',
        roles: 'READ, SUPPORT',
        proposed: 'SET_LEVEL',
        state: 'FROZEN',
        check: 'DOCUMENT',
        name: 'PASSKEY',
        unnamed: '',
      }}
    />,
  )
  await screen.findByText(words.verification.PENDING)
  const lines = screen.getAllByRole('definition').map((line) => line.textContent?.replaceAll('\u00A0', ' '))
  expect(lines).toEqual([
    words.verification.UNAUTHORIZED,
    words.verification.PENDING,
    `${words.identities.doubt.NAME}، ${words.identities.doubt.DOCUMENT}`,
    codes.is.yes,
    words.identities.document.backImage,
    expect.stringContaining('آذر'),
    expect.stringMatching(/آذر.*۱۱:۴۰/),
    `${HAND_BACK_REASONS.BLURRED.fa} ${HAND_BACK_REASONS.CARD.fa}`,
    codes.value.GOOGLE_AUTHENTICATOR,
    `${desk.roles.READ.name}، ${desk.roles.SUPPORT.name}`,
    fa.kind.SET_LEVEL,
    words.users.filters.FROZEN,
    safety.freeze.by_check.DOCUMENT,
    'PASSKEY',
  ])
})
