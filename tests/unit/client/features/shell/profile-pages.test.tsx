import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { BOTTOM_PAGES } from '#client/features/shell/app-shell.tsx'
import MoreSheet from '#client/features/shell/more-sheet.tsx'
import { PROFILE_PAGES } from '#client/features/shell/profile-pages.ts'
import { SideBar } from '#client/features/shell/side-bar.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getSandboxes } from '#contract/exchange-info.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
beforeEach(() =>
  server.use(
    mockEndpoint(getAccount, {
      baseDTO: person({ firstName: 'مینا', lastName: 'کریمی', userAccountLevel: 'VIP_2' }),
    }),
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getSandboxes, { content: [] }),
  ),
)

const PAGES = [
  ['پیشخوان', '/profile'],
  ['حساب کاربری', '/profile/account'],
  ['خرید و فروش فوری', '/profile/otc'],
  ['خرید دوره‌ای', '/profile/recurring'],
  ['بازار حرفه‌ای', '/profile/trade/TOMAN/GOLD'],
  ['کیف پول', '/profile/wallet'],
  ['پشتیبانی', '/profile/support'],
  ['تنظیمات', '/profile/settings'],
  ['تاریخچه', '/profile/history'],
  ['دعوت از دوستان', '/profile/invite'],
]
test('a picture stands for one page, the same in the bar of a phone and in the list of pages', () => {
  const pictures = new Map<unknown, Set<string>>()
  for (const { icon, word } of [...BOTTOM_PAGES, ...PROFILE_PAGES])
    pictures.set(icon, new Set(pictures.get(icon)).add(word))
  expect([...pictures.values()].filter((words) => words.size > 1)).toEqual([])
  const iconsOf = (word: string) => [...BOTTOM_PAGES, ...PROFILE_PAGES].filter((page) => page.word === word)
  expect(new Set(iconsOf('nav.trade').map(({ icon }) => icon)).size).toBe(1)
})

const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('the sidebar lists the pages in their order, and the way out', async () => {
  await drawClient(<SideBar />)
  const bar = await screen.findByRole('navigation', { name: 'بخش‌های حساب', hidden: true })
  const links = within(bar).getAllByRole('link', { hidden: true })
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(PAGES)
  expect(within(bar).getByRole('button', { name: 'خروج', hidden: true })).toBeInTheDocument()
})

test('the sheet of the bottom bar says whose account it is and at which level, and has the same pages', async () => {
  await drawClient(<MoreSheet onClose={() => undefined} />)
  const sheet = await screen.findByRole('dialog', { name: 'بیشتر' })
  expect(await within(sheet).findByText('مینا کریمی')).toBeVisible()
  expect(within(sheet).getByText('سطح ۲')).toBeVisible()
  expect(linksIn(sheet)).toEqual(PAGES)
})
