import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import SavedAddressField from '#client/entities/saved-address/saved-address-field.tsx'
import { getSavedAddresses, type SavedAddress } from '#contract/saved-addresses.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
const WALLET = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const LEDGER = '0x1111111111111111111111111111111111111111'

const saved = (differences: Partial<z.input<typeof SavedAddress>> = {}) => ({
  ...{ id: '1', tokenType: 'ERC20', address: WALLET, label: 'کیف پول من' },
  ...{ tag: null, addedDateTime: '2026-11-20T08:00:00Z', usableFromDateTime: null },
  ...differences,
})
const ledger = { id: '2', address: LEDGER, label: 'Ledger' }

/** A sheet with the field, that shows the address so far. */
function Sheet({ network }: { network: string | undefined }) {
  const [value, setValue] = useState<{ address: string; tag?: string | undefined }>({ address: '' })
  return (
    <>
      <SavedAddressField
        network={network}
        networks={['ERC20', 'TRC20', 'XRP']}
        value={value}
        onPick={({ address, tag }) => setValue({ address, tag: tag ?? undefined })}
      />
      <p>to {[value.address || 'nobody', value.tag].join(' ').trim()}</p>
    </>
  )
}

async function draw(onlySaved: boolean, ...content: z.input<typeof SavedAddress>[]) {
  return drawOver('ERC20', { onlySaved, content })
}

async function drawOver(
  network: string | undefined,
  { onlySaved, content }: { onlySaved: boolean; content: z.input<typeof SavedAddress>[] },
) {
  let asked = 0
  server.use(
    mockEndpoint(getSavedAddresses, () => {
      asked += 1
      return { content, baseDTO: { onlySaved } }
    }),
  )
  const drawn = await drawClient(<Sheet network={network} />)
  await expect.poll(() => asked).toBe(1)
  return drawn
}

test('the addresses of the network are picked by their names and the ends of their addresses', async () => {
  await draw(false, saved(), saved(ledger), saved({ id: '3', tokenType: 'TRC20', label: 'ترون' }))
  const field = await screen.findByRole('combobox', { name: 'آدرس ذخیره‌شده' })
  expect(Array.from(field.querySelectorAll('option'), ({ text }) => text)).toEqual([
    'انتخاب آدرس',
    'کیف پول من · 0xdAC1…1ec7',
    'Ledger · 0x1111…1111',
  ])
  await userEvent.selectOptions(field, '2')
  expect(screen.getByText(`to ${LEDGER}`)).toBeVisible()
  expect(field).toHaveValue('2')
})

test('of two that differ in the tag, each is picked with its own', async () => {
  const shared = { tokenType: 'XRP', address: 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Ws' }
  const content = [saved({ ...shared, tag: '7' }), saved({ ...shared, id: '2', tag: '8', label: 'صرافی' })]
  server.use(mockEndpoint(getSavedAddresses, { content, baseDTO: { onlySaved: false } }))
  await drawClient(<Sheet network="XRP" />)
  const field = await screen.findByRole('combobox', { name: 'آدرس ذخیره‌شده' })
  expect(field.querySelectorAll('option')[2]?.text).toBe('صرافی · rBKz5M…S3Ws · 8')
  await userEvent.selectOptions(field, '2')
  expect(screen.getByText(`to ${shared.address} 8`)).toBeVisible()
  expect(field).toHaveValue('2')
})

test('one that waits is not offered, and its day is said', async () => {
  await draw(true, saved(), saved({ ...ledger, usableFromDateTime: '2026-11-29T08:00:00Z' }))
  const field = await screen.findByRole('combobox', { name: 'آدرس ذخیره‌شده' })
  expect(field).not.toHaveTextContent('Ledger')
  expect(screen.getByText(/«Ledger» از .*۸ آذر.* قابل استفاده است/)).toBeVisible()
})

test('a user who allows saved addresses alone and has none ready is told so, with the way to save one', async () => {
  await draw(true, saved({ usableFromDateTime: '2026-11-29T08:00:00Z' }))
  expect(await screen.findByText(/روی این شبکه آدرسی آماده نیست/)).toHaveTextContent('«کیف پول من» از')
  expect(screen.getByRole('link', { name: 'آدرس‌های برداشت' })).toHaveAttribute('href', '/profile/settings#security')
})

test.each([
  ['without one for the coin', [saved({ tokenType: 'LTC' })], true],
  ['with one on one of its networks', [saved({ tokenType: 'TRC20' })], false],
] as const)(
  'a user %s, who allows saved addresses alone, is told so before the network is chosen only if nothing can be sent',
  async (_, content, isSaid) => {
    await drawOver(undefined, { onlySaved: true, content: [...content] })
    expect(await screen.findByText('to nobody')).toBeVisible()
    await expect.poll(() => screen.queryByText(/برای این دارایی آدرسی آماده نیست/) !== null).toBe(isSaid)
    expect(screen.queryByRole('combobox')).toBeNull()
  },
)

test('a user without saved addresses on the network sees nothing of them', async () => {
  await draw(false, saved({ tokenType: 'TRC20' }))
  expect(await screen.findByText('to nobody')).toBeVisible()
  expect(screen.queryByText('آدرس ذخیره‌شده')).toBeNull()
})
