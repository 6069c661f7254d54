import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { shortPlace } from '#client/entities/saved-address/saved-addresses.queries.ts'
import { AddressText } from '#client/entities/withdrawal/address-text.tsx'
import { CoinDestinationFields } from '#client/entities/withdrawal/coin-destination.tsx'
import { words } from '#client/locales/en/saved-addresses.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getSavedAddresses } from '#contract/saved-addresses.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { SENDING_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const NETWORK = {
  ...{ tokenType: 'ERC20', withdrawalFee: '0.001', minWithdraw: '0.005', maxWithdraw: '50' },
  ...{ withdrawEnable: true, isDepositEnable: true, txIdIsNeeded: false },
}

function Destination() {
  const [value, setValue] = useState({ network: '', address: '' })
  return <CoinDestinationFields coin="ETHEREUM" networks={[NETWORK]} value={value} problems={{}} onChange={setValue} />
}

test('a saved address of the chosen network is picked into the field', async () => {
  const saved = { id: '1', tokenType: 'ERC20', address: ADDRESS, label: 'Ledger', tag: null }
  server.use(
    mockEndpoint(getCoinDetails, SENDING_COINS),
    mockEndpoint(getSavedAddresses, {
      content: [{ ...saved, addedDateTime: '2026-11-20T08:00:00Z', usableFromDateTime: null }],
      baseDTO: { onlySaved: false },
    }),
  )
  await drawClient(<Destination />, { language: 'en' })
  await userEvent.selectOptions(await screen.findByLabelText(words.pick.label), '1')
  expect(screen.getByRole('textbox')).toHaveValue(ADDRESS)
})

test('the ends by which an address is compared are behind the prefix that its network gives to all', async () => {
  const address = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
  await drawClient(<AddressText address={address} />, { language: 'en' })
  expect((await screen.findByText('bitcoincash:')).parentElement).toHaveTextContent(address)
  expect(screen.getByText('qpm2')).toBeVisible()
  expect([address, ADDRESS].map((each) => shortPlace({ address: each, tag: null }))).toEqual([
    'qpm2qs…dx6a',
    '0x5290…9EE7',
  ])
})

describe('the address', () => {
  async function drawAddress() {
    server.use(
      mockEndpoint(getCoinDetails, SENDING_COINS),
      mockEndpoint(getSavedAddresses, { content: [], baseDTO: { onlySaved: false } }),
    )
    await drawClient(<Destination />)
    await screen.findByLabelText('آدرس مقصد')
  }
  afterEach(() => vi.unstubAllGlobals())

  test('is pasted by a button, without its blanks', async () => {
    vi.stubGlobal(
      'navigator',
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: { readText: async () => ` ${ADDRESS}\n` },
      }),
    )
    await drawAddress()
    await userEvent.click(screen.getByRole('button', { name: 'چسباندن آدرس' }))
    await vi.waitFor(() => expect(screen.getByLabelText('آدرس مقصد')).toHaveValue(ADDRESS))
  })

  test('has no scan in a browser that reads no codes', async () => {
    await drawAddress()
    expect(screen.queryByRole('button', { name: 'اسکن آدرس با دوربین' })).toBeNull()
  })

  test('is scanned where the browser reads codes, and the camera stops', async () => {
    const stop = vi.fn()
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        detect = async () => [{ rawValue: `ethereum:${ADDRESS}` }]
      },
    )
    const stream = { getTracks: () => [{ stop }] }
    vi.stubGlobal('navigator', Object.assign(navigator, { mediaDevices: { getUserMedia: async () => stream } }))
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    await drawAddress()
    await userEvent.click(screen.getByRole('button', { name: 'اسکن آدرس با دوربین' }))
    await vi.waitFor(() => expect(screen.getByLabelText('آدرس مقصد')).toHaveValue(ADDRESS))
    expect(stop).toHaveBeenCalledOnce()
  })
})
