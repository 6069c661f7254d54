import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { SavedAddressesSection } from '#client/features/settings/saved-addresses/saved-addresses-section.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { REFUSALS } from '#contract/errors.ts'
import {
  allowAllAddresses,
  allowOnlySavedAddresses,
  getSavedAddresses,
  removeSavedAddress,
  type SavedAddress,
  saveAddress,
} from '#contract/saved-addresses.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const WALLET = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
type Saved = z.input<typeof SavedAddress>
const saved = (differences: Partial<Saved> = {}): Saved => ({
  ...{ id: '1', tokenType: 'ERC20', address: WALLET, label: 'کیف پول من' },
  ...{ tag: null, addedDateTime: '2026-11-20T08:00:00Z', usableFromDateTime: null },
  ...differences,
})

/** The catalogue, with these networks of Tether open for withdrawals. */
const coinsWith = (...open: string[]) => ({
  content: WIRE_COINS.content.map((coin) => ({
    ...coin,
    tokenTypeDetails: (coin.name === 'TETHER' ? ['ERC20', 'TRC20'] : []).map((tokenType) => ({
      ...{ tokenType, withdrawalFee: '1', minWithdraw: '10', maxWithdraw: '1000', isDepositEnable: true },
      ...{ withdrawEnable: open.includes(tokenType), txIdIsNeeded: false },
    })),
  })),
})

describe('the saved addresses', () => {
  const server = clientServer()
  let addresses: Saved[]
  let onlySaved: boolean
  let sent: Sent[]

  beforeEach(() => {
    addresses = []
    onlySaved = false
    sent = []
    server.use(
      mockEndpoint(getCoinDetails, coinsWith('ERC20', 'TRC20')),
      mockEndpoint(getSavedAddresses, () => ({ content: addresses, baseDTO: { onlySaved } })),
      mockEndpoint(saveAddress, (call) => {
        sent.push(call)
        addresses = [saved()]
        return { baseDTO: saved() }
      }),
      mockEndpoint(removeSavedAddress, (call) => {
        sent.push(call)
        addresses = addresses.filter(({ id }) => id !== call.params.id)
        return {}
      }),
      mockEndpoint(allowOnlySavedAddresses, () => {
        onlySaved = true
        return {}
      }),
      mockEndpoint(allowAllAddresses, () => {
        onlySaved = false
        return {}
      }),
    )
  })

  test('are listed with their network and whole address, and the young ones with the time from which they are usable', async () => {
    onlySaved = true
    addresses = [saved(), saved({ id: '2', label: 'Ledger', usableFromDateTime: '2026-11-29T08:00:00Z' })]
    await drawClient(<SavedAddressesSection />, { language: 'en' })
    const list = within(await screen.findByRole('list', { name: 'Withdrawal addresses' }))
    const [old, young] = list.getAllByRole('listitem')
    expect(old).toHaveTextContent(`کیف پول منERC20${WALLET}`)
    expect(old).not.toHaveTextContent('Usable from')
    expect(young).toHaveTextContent(/Usable from .*29 Nov.*11:30/)
  })

  test('none says so', async () => {
    await drawClient(<SavedAddressesSection />)
    expect(await screen.findByText('هنوز آدرسی ذخیره نکرده‌اید.')).toBeVisible()
  })

  test('a list that cannot be loaded is asked for again', async () => {
    server.use(mockEndpoint(getSavedAddresses, refuseWith('UNAVAILABLE')))
    await drawClient(<SavedAddressesSection />, { language: 'en' })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  })

  async function openSheet() {
    await drawClient(<SavedAddressesSection />)
    await userEvent.click(await screen.findByRole('button', { name: 'ذخیرهٔ آدرس' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'آدرس جدید' }))
    return { sheet, send: () => userEvent.click(sheet.getByRole('button', { name: 'ذخیرهٔ آدرس' })) }
  }

  test('a new one asks for what is missing, and is sent without the spaces around it', async () => {
    const { sheet, send } = await openSheet()
    await sheet.findByRole('option', { name: 'TRC20' })
    await send()
    for (const problem of ['شبکه را انتخاب کنید.', 'آدرس را وارد کنید.', 'برای آدرس نامی بنویسید.'])
      expect(sheet.getByText(problem)).toBeVisible()
    expect(sent).toEqual([])
    await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'شبکه' }), 'ERC20')
    await userEvent.type(sheet.getByRole('textbox', { name: 'آدرس' }), ` ${WALLET} `)
    await userEvent.type(sheet.getByRole('textbox', { name: 'نام آدرس' }), ' کیف پول من')
    await send()
    expect(await screen.findByText('آدرس ذخیره شد.')).toBeVisible()
    expect(sent[0]?.body).toEqual({ tokenType: 'ERC20', address: WALLET, label: 'کیف پول من' })
    expect(await screen.findByRole('listitem')).toHaveTextContent(WALLET)
  })

  test('the only open network is chosen already', async () => {
    server.use(mockEndpoint(getCoinDetails, coinsWith('TRC20')))
    const { sheet } = await openSheet()
    await expect.poll(() => sheet.getByRole('combobox', { name: 'شبکه' })).toHaveValue('TRC20')
  })

  test('without an open network nothing can be typed', async () => {
    server.use(mockEndpoint(getCoinDetails, coinsWith()))
    const { sheet } = await openSheet()
    expect(await sheet.findByText(/برداشت روی هیچ شبکه‌ای باز نیست/)).toBeVisible()
    expect(sheet.queryByRole('textbox')).toBeNull()
  })

  test.each([
    'ADDRESS_INVALID',
    'CONFLICT',
    'WALLET_UNAVAILABLE',
    'ADDRESS_ALREADY_SAVED',
    'SAVED_ADDRESSES_TOO_MANY',
    'DEVICE_TOO_NEW',
  ] as const)('%s is said in the sheet, and nothing that was typed is lost', async (code) => {
    server.use(mockEndpoint(getCoinDetails, coinsWith('ERC20')), mockEndpoint(saveAddress, refuseWith(code)))
    const { sheet, send } = await openSheet()
    await userEvent.type(sheet.getByRole('textbox', { name: 'آدرس' }), WALLET)
    await userEvent.type(sheet.getByRole('textbox', { name: 'نام آدرس' }), 'Ledger')
    await send()
    expect(await sheet.findByText(REFUSALS[code].fa)).toBeVisible()
    expect(sheet.getByRole('textbox', { name: 'آدرس' })).toHaveValue(WALLET)
  })

  test('one is removed after a question, which says what it costs while only saved ones are allowed', async () => {
    onlySaved = true
    addresses = [saved(), saved({ id: '2', label: 'Ledger' })]
    await drawClient(<SavedAddressesSection />)
    await userEvent.click(await screen.findByRole('button', { name: 'حذف Ledger' }))
    const sheet = screen.getByRole('dialog')
    expect(sheet).toHaveTextContent('«Ledger» حذف شود؟ اگر دوباره آن را ذخیره کنید، ۲۴ ساعت بعد باز می‌شود.')
    await userEvent.click(within(sheet).getByRole('button', { name: 'حذف آدرس' }))
    expect(await screen.findByText('آدرس حذف شد.')).toBeVisible()
    expect(sent.map(({ params }) => params.id)).toEqual(['2'])
    expect(screen.queryByText('Ledger')).toBeNull()
  })

  test('withdrawals are limited to them and opened again, each after its price is said', async () => {
    await drawClient(<SavedAddressesSection />)
    await userEvent.click(await screen.findByRole('button', { name: 'محدود کردن برداشت' }))
    const on = screen.getByRole('dialog')
    expect(on).toHaveTextContent('هر آدرس ۲۴ ساعت پس از ذخیره باز می‌شود')
    await userEvent.click(within(on).getByRole('button', { name: 'محدود کردن برداشت' }))
    expect(await screen.findByText(/^فعال: رمزارز فقط به این آدرس‌ها می‌رود/)).toBeVisible()

    await userEvent.click(await screen.findByRole('button', { name: 'برداشتن محدودیت' }))
    const off = screen.getByRole('dialog')
    expect(off).toHaveTextContent('همهٔ برداشت‌ها، تومان هم، تا ۲۴ ساعت بسته می‌شود')
    await userEvent.click(within(off).getByRole('button', { name: 'برداشتن محدودیت' }))
    expect(await screen.findByText('غیرفعال: رمزارز به هر آدرسی می‌رود.')).toBeVisible()
  })
})
