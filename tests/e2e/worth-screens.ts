import { answer, reopen, type Screen, type Visit } from './screen.ts'

const DAY_MS = 86_400_000
const WALLET = '/profile/wallet'

/** A month that begins with a deposit and has a withdrawal; a coin without a price at its first days, or one with the widest figures. */
function history({ unpriced = false, times = 1n } = {}) {
  const today = Date.parse('2026-11-21T20:30:00Z')
  return Array.from({ length: 31 }, (_, day) => {
    const putIn = (day === 0 ? 0n : day < 20 ? 40_000_000n : 31_500_000n) * times
    const worth = putIn + 24_000_000n * times + BigInt(Math.round(Math.sin(day / 4) * 3_000_000)) * times
    const at = new Date(day < 30 ? today - (29 - day) * DAY_MS : today + DAY_MS / 3).toISOString()
    const inToman = { toman: `${worth}.500001`, putInToman: `${putIn}` }
    const inTether = { tether: `${worth / 120_000n}.250001`, putInTether: `${putIn / 120_000n}` }
    return { at, ...inToman, ...inTether, unpriced: unpriced && day < 3 ? ['ETHEREUM', 'GOLD'] : [] }
  })
}

async function withHistory(visit: Visit, rows: ReturnType<typeof history>): Promise<void> {
  await answer(visit, '/wallets/worth-history*', { content: rows })
  await reopen(visit.page)
  await visit.page.mouse.move(200, 300)
  // The card loads once it is near.
  await visit.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const title = visit.page.getByRole('heading', { name: visit.words.wallet.worthHistory.title })
  await title.scrollIntoViewIfNeeded()
  await visit.page.getByRole('slider').waitFor()
}

const screenOf = (name: string, reach: (visit: Visit) => Promise<void>): Screen => ({
  ...{ name: `wallet: value over time, ${name}`, who: 'customer', path: WALLET, reach },
})

/** The chart of the value over time and the bars of profits, in their states. */
export const WORTH_SCREENS: readonly Screen[] = [
  screenOf('a month, and each day of it', async (visit) => {
    await withHistory(visit, history({ times: 1_000n }))
    await visit.page.getByText(visit.words.wallet.worthHistory.table).click()
    await visit.page.getByRole('table', { name: visit.words.wallet.worthHistory.title }).waitFor()
  }),
  screenOf('coins without a price, and the bars', async (visit) => {
    await withHistory(visit, history({ unpriced: true }))
    await visit.page.getByRole('slider').press('ArrowLeft')
    await visit.page.getByText(visit.words.wallet.profit.byCoin).click()
    await visit.page.getByRole('img', { name: visit.words.wallet.profit.unrealised }).first().waitFor()
  }),
]
