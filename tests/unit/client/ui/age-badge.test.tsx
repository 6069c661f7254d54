import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AgeBadge } from '#client/ui/age-badge.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

const HOUR_MS = 3_600_000
const ago = (ms: number) => Date.now() - ms

test.each([
  ['fa', 'price', HOUR_MS, /^قیمت ساعت [۰-۹]{2}:[۰-۹]{2}$/],
  ['fa', 'balance', HOUR_MS, /^موجودی ساعت [۰-۹]{2}:[۰-۹]{2}$/],
  ['fa', 'price', 50 * HOUR_MS, /^قیمت [۰-۹]{1,2} \S+ [۰-۹]{4}، [۰-۹]{2}:[۰-۹]{2}$/],
  ['en', 'price', HOUR_MS, /^Price at \d{2}:\d{2}$/],
  ['en', 'balance', 50 * HOUR_MS, /^Balance on \d{1,2} \S+ \d{4}, \d{2}:\d{2}$/],
] as const)('%s: an old %s says of when it is', async (language, of, ageMs, sentence) => {
  await drawClient(<AgeBadge of={of} at={ago(ageMs)} />, { language })
  expect((await screen.findByTestId('age')).textContent).toMatch(sentence)
})

test('what is young says nothing', async () => {
  await drawClient(
    <p>
      now <AgeBadge at={ago(1_000)} />
    </p>,
  )
  expect(await screen.findByText('now')).toBeVisible()
  expect(screen.queryByTestId('age')).toBeNull()
})
