import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { OrderChoice } from '#client/features/trade/chart/order-choice.tsx'
import { words } from '#client/locales/en/trade.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { tradeScreen } from '#tests/builders/trade-screen.tsx'
import { wireOrder } from '#tests/builders/wire-order.ts'

tradeScreen()
const orders = [wireOrder({ amount: '0.1' }), wireOrder({ id: '2', amount: '0.2' })]

async function choose(name: RegExp) {
  await drawClient(<OrderChoice orders={orders} onClose={() => undefined} />, { language: 'en' })
  const sheet = within(await screen.findByRole('dialog', { name: words.chart.together }))
  await userEvent.click(await sheet.findByRole('button', { name }))
}

test('of the orders that share a label, the chosen one is changed', async () => {
  await choose(/^Edit .*0\.2/)
  const sheet = within(await screen.findByRole('dialog', { name: words.amend.title }))
  expect(sheet.getByLabelText(words.confirm.amount)).toHaveValue('0.2')
})

test('of the orders that share a label, the chosen one is cancelled after a question', async () => {
  await choose(/^Cancel .*0\.1/)
  const sheet = within(await screen.findByRole('dialog', { name: words.cancel.title }))
  expect(sheet.getByText('0.1')).toBeVisible()
})
