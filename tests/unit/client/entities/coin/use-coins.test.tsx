import { screen, waitFor } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()

function Names() {
  const { nameOf, pairOf, unitOf } = useCoins()
  return (
    <p data-testid="names">{[nameOf('GOLD'), unitOf('BITCOIN'), pairOf({ base: 'GOLD', quote: 'TOMAN' })].join()}</p>
  )
}

test('no symbol stands in for a name that is on its way', async () => {
  server.use(
    http.get(`*/api${getCoinDetails.path}`, async () => {
      await delay(30)
      return HttpResponse.json(WIRE_COINS)
    }),
  )
  await drawClient(<Names />)
  expect(screen.getByTestId('names')).not.toHaveTextContent(/[A-Z]/)
  await waitFor(() => expect(screen.getByTestId('names')).toHaveTextContent('طلای ۱۸ عیار,BTC,طلای ۱۸ عیار / تومان'))
})

test('where the names cannot be had, the symbol is better than nothing', async () => {
  server.use(mockEndpoint(getCoinDetails, refuseWith('UNAVAILABLE')))
  await drawClient(<Names />)
  await waitFor(() => expect(screen.getByTestId('names')).toHaveTextContent('GOLD,BITCOIN,GOLD / TOMAN'))
})
