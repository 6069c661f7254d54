import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ConnectionNotice from '#client/app/connection-notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'

clientServer()
const PATIENCE_MS = 1_500

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  window.history.replaceState(null, '', '/')
})

const pass = () => act(() => vi.advanceTimersByTimeAsync(PATIENCE_MS))
const names = () => screen.queryAllByRole('dialog').map((dialog) => dialog.querySelector('h2')?.textContent)

const ORDER = (
  <Sheet open title="تأیید سفارش" onClose={() => undefined}>
    نتیجه هنوز مشخص نیست
  </Sheet>
)

test.each(['offline', 'unreachable'] as const)(
  '%s: an open sheet of an order is not covered, a bar says it',
  async (state) => {
    await drawClient(
      <>
        {ORDER}
        <ConnectionNotice state={state} />
      </>,
    )
    await screen.findByText('نتیجه هنوز مشخص نیست')
    await pass()
    expect(await screen.findByTestId('connection-bar')).toHaveTextContent('قیمت‌ها به‌روز نیستند')
    expect(names()).toEqual(['تأیید سفارش'])
    expect(screen.getByText('نتیجه هنوز مشخص نیست')).toBeVisible()
  },
)

test.each([
  ['fa', 'اینترنت شما قطع است', 'آخرین قیمت‌ها با ساعتشان در دسترس است؛ برای سفارش و واریز اینترنت لازم است.'],
  ['en', "You're offline", 'Last prices show their times. Orders and deposits need a connection.'],
] as const)(
  'in %s, where nothing is open, the sheet says it and names only what there is',
  async (language, title, text) => {
    await drawClient(
      <>
        <p>page</p>
        <ConnectionNotice state="offline" />
      </>,
      { language },
    )
    await screen.findByText('page')
    await pass()
    await vi.waitFor(() => expect(screen.getByText(text)).toBeVisible())
    expect(names()).toEqual([title])
  },
)

test.each([
  ['/', 'مشاهدهٔ آخرین قیمت‌ها'],
  ['/markets', 'مشاهدهٔ آخرین قیمت‌ها'],
  ['/market/GOLD/TOMAN', 'مشاهدهٔ آخرین قیمت‌ها'],
  ['/profile/trade/TOMAN/GOLD', 'مشاهدهٔ آخرین قیمت‌ها'],
  ['/profile/otc', 'مشاهدهٔ آخرین قیمت‌ها'],
  ['/profile/wallet', 'متوجه شدم'],
  ['/profile/history', 'متوجه شدم'],
  ['/profile', 'متوجه شدم'],
  ['/login', 'متوجه شدم'],
] as const)('on %s the sheet is closed with «%s»: prices are promised where they are', async (path, name) => {
  window.history.replaceState(null, '', path)
  await drawClient(
    <>
      <p>page</p>
      <ConnectionNotice state="offline" />
    </>,
  )
  await screen.findByText('page')
  await pass()
  const sheet = await screen.findByRole('dialog')
  fireEvent.click(await within(sheet).findByRole('button', { name }))
  expect(await screen.findByTestId('connection-bar')).toBeVisible()
})

test('once the sheet was dismissed, a connection lost again in the same visit is said by the bar alone', async () => {
  const { unmount } = await drawClient(<ConnectionNotice state="offline" />)
  await pass()
  const sheet = await screen.findByRole('dialog')
  fireEvent.click(await within(sheet).findByRole('button', { name: 'مشاهدهٔ آخرین قیمت‌ها' }))
  unmount()
  await drawClient(<ConnectionNotice state="offline" />)
  await pass()
  expect(await screen.findByTestId('connection-bar')).toBeVisible()
  expect(names()).toEqual([])
})
