import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AuditDetails } from '#client/features/operations/audit-details.tsx'
import { words as desk } from '#client/locales/fa/desk.ts'
import { words as fa } from '#client/locales/fa/proposals.ts'
import { getCoinDetails } from '#contract/coins.ts'
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
  const { field, flag } = desk.settings
  await waitFor(() => expect(lines()).toContain(`${fa.detail.market}: طلای ۱۸ عیار / تومان`))
  expect(lines()).toEqual([
    `${fa.detail.proposal}: ۱۲`,
    `${fa.detail.market}: طلای ۱۸ عیار / تومان`,
    `${field.tick}: ۵۰ تومان`,
    `${field.maker}: ۰٫۲۵٪`,
    `${fa.detail.level}: سطح ۲`,
    `${fa.detail.verified}: ${flag.no}`,
    'odd: x',
  ])
})
