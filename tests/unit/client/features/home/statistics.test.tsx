import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Statistics } from '#client/features/home/below.tsx'
import { AboutPage } from '#client/features/public/about-page.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getPage, getStatistics } from '#contract/content.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()

/** Draws the statistics and waits until their answer was requested. */
async function draw(figures: { userCount: number; tradesAmount: number }) {
  let asked = 0
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getStatistics, () => {
      asked += 1
      return { baseDTO: { ...figures, tradesValue: '98500000.5' } }
    }),
  )
  await drawClient(<Statistics />)
  await waitFor(() => expect(asked).toBe(1))
}

test('a thousand users and a thousand trades are shown', async () => {
  await draw({ userCount: 1_000, tradesAmount: 1_234 })
  expect(await screen.findByText('۱٬۲۳۴')).toBeVisible()
  expect(screen.getByText('۱٬۰۰۰')).toBeVisible()
  expect(screen.getByText('۹۸٬۵۰۰٬۰۰۰')).toBeVisible()
})

test.each([
  { userCount: 2, tradesAmount: 0 },
  { userCount: 999, tradesAmount: 1_000_000 },
  { userCount: 1_000_000, tradesAmount: 999 },
])('$userCount users and $tradesAmount trades boast of nothing', async (figures) => {
  await draw(figures)
  // By now the answer has arrived and was drawn, if it is drawn at all.
  await new Promise((done) => setTimeout(done, 50))
  expect(screen.queryByRole('region')).toBeNull()
  expect(screen.queryByText(/[۰-۹]/)).toBeNull()
})

test('the page about the exchange boasts of nothing either', async () => {
  server.use(
    mockEndpoint(getPage, { baseDTO: { title: 'دربارهٔ کیمیا', html: '<p>متن</p>', language: 'fa' } }),
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getStatistics, { baseDTO: { userCount: 1, tradesAmount: 0, tradesValue: '0' } }),
  )
  await drawClient(<AboutPage />)
  expect(await screen.findByText('متن')).toBeVisible()
  await new Promise((done) => setTimeout(done, 50))
  expect(screen.queryByText(/[۰-۹]/)).toBeNull()
})
