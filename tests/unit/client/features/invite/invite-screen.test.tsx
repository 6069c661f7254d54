import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { InviteCard } from '#client/features/dashboard/dashboard.tsx'
import { InviteScreen } from '#client/features/invite/invite-screen.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { REFUSALS } from '#contract/errors.ts'
import { createReferralCode, getInvitees, getInvites, type Invitee, type Invites } from '#contract/invites.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { listOf } from '#tests/builders/list-of.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const FIRST = { code: 'K7Q2ZDXY', friendPercent: 0 as const, inviterPercent: 30, countInvitees: 9 }
const TENTH = { code: 'ABCDEFGH2', friendPercent: 10 as const, inviterPercent: 20, countInvitees: 2 }

const friend = (at: number): z.input<typeof Invitee> => ({
  mobileNumber: `0912 *** **${String(at).padStart(2, '0')}`,
  joinedAtDateTime: `2026-11-${String(at + 1).padStart(2, '0')}T08:00:00Z`,
  profit: `${at * 1_000}`,
  cashBack: at % 2 === 0 ? '0' : `${at * 500}`,
})

describe('inviting friends', () => {
  const server = clientServer()
  let invites: z.input<typeof Invites>
  let friends: z.input<typeof Invitee>[]
  let sent: Sent[]

  beforeEach(() => {
    invites = { referralCode: FIRST.code, countInvitees: 11, profit: '1250000', codes: [FIRST, TENTH] }
    friends = []
    sent = []
    server.use(
      mockEndpoint(getCoinDetails, WIRE_COINS),
      mockEndpoint(getInvites, () => ({ baseDTO: invites })),
      mockEndpoint(getInvitees, (request) => listOf(friends, request)),
      mockEndpoint(createReferralCode, (call) => {
        sent.push(call)
        const made = { code: 'NEWCODE23', friendPercent: 15 as const, inviterPercent: 15, countInvitees: 0 }
        invites = { ...invites, codes: [FIRST, TENTH, made] }
        return { baseDTO: made }
      }),
    )
  })
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share')
  })

  const section = (name: string) => screen.findByRole('region', { name })

  test('count, profit, code and link are shown, and both are copied', async () => {
    const user = userEvent.setup()
    await drawClient(<InviteScreen />)
    expect(await section('نتیجهٔ دعوت‌ها')).toHaveTextContent(/۱۱ نفر.*۱٬۲۵۰٬۰۰۰/)
    const share = await section('کد و لینک دعوت')
    expect(within(share).getByRole('img', { name: 'کد QR لینک دعوت K7Q2ZDXY' })).toBeVisible()
    await user.click(within(share).getByRole('button', { name: 'کپی کد' }))
    expect(await navigator.clipboard.readText()).toBe('K7Q2ZDXY')
    expect(within(share).getByText('کپی شد')).toBeVisible()
    await user.click(within(share).getByRole('button', { name: 'کپی لینک' }))
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/sign-up?referralCode=K7Q2ZDXY')
  })

  test('the copy notice goes after a second and a half', async () => {
    const user = userEvent.setup()
    await drawClient(<InviteScreen />)
    await user.click(await screen.findByRole('button', { name: 'کپی کد' }))
    expect(screen.getByText('کپی شد')).toBeVisible()
    await vi.waitFor(() => expect(screen.queryByText('کپی شد')).toBeNull())
  })

  test('another code is chosen with its own link and its own words for the phone to send', async () => {
    const shared: unknown[] = []
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: async (what: unknown) => void shared.push(what),
    })
    const user = userEvent.setup()
    await drawClient(<InviteScreen />)
    const codes = await screen.findByRole('radiogroup', { name: 'کدهای شما' })
    expect(codes).toHaveTextContent('K7Q2ZDXYشما \u2066۳۰٪\u2069، دوستتان \u2066۰٪\u2069۹ ثبت‌نام')
    await user.click(within(codes).getByRole('radio', { name: /ABCDEFGH2/ }))
    await user.click(screen.getByRole('button', { name: 'ارسال لینک' }))
    expect(shared).toEqual([
      {
        url: 'http://localhost:3000/sign-up?referralCode=ABCDEFGH2',
        text: 'با این لینک در کیمیا ثبت‌نام کنید؛ ۱۰٪ از کارمزدتان به شما برمی‌گردد.',
      },
    ])
  })

  test('a browser without a sheet of its own has no button for it', async () => {
    await drawClient(<InviteScreen />)
    await screen.findByRole('button', { name: 'کپی لینک' })
    expect(screen.queryByRole('button', { name: 'ارسال لینک' })).toBeNull()
  })

  test('a new code says what each gets before it is made, and is then the one that is shown', async () => {
    const user = userEvent.setup()
    await drawClient(<InviteScreen />, { language: 'en' })
    await user.click(await screen.findByRole('button', { name: 'New code' }))
    const sheet = screen.getByRole('dialog')
    await user.click(within(sheet).getByRole('radio', { name: '15%' }))
    expect(sheet).toHaveTextContent(/You receive .15%. of each fee your friend pays, and .15%. goes back to them\./)
    await user.click(within(sheet).getByRole('button', { name: 'Create code' }))
    expect(await screen.findByRole('radio', { name: /NEWCODE23/ })).toBeChecked()
    expect(sent.map(({ body }) => body)).toEqual([{ friendPercent: 15 }])
    expect(await screen.findByText('New referral code created.')).toBeVisible()
  })

  test('a button that is pressed twice at one moment makes one code', async () => {
    const user = userEvent.setup()
    await drawClient(<InviteScreen />)
    await user.click(await screen.findByRole('button', { name: 'کد جدید' }))
    const make = within(screen.getByRole('dialog')).getByRole('button', { name: 'ساخت کد' })
    act(() => {
      make.click()
      make.click()
    })
    expect(await screen.findAllByText('NEWCODE23')).not.toHaveLength(0)
    expect(sent).toHaveLength(1)
  })

  test('too many codes is said in the sheet', async () => {
    server.use(mockEndpoint(createReferralCode, refuseWith('REFERRAL_CODES_TOO_MANY')))
    const user = userEvent.setup()
    await drawClient(<InviteScreen />)
    await user.click(await screen.findByRole('button', { name: 'کد جدید' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ساخت کد' }))
    expect(await screen.findByText(REFUSALS.REFERRAL_CODES_TOO_MANY.fa)).toBeVisible()
  })

  test('ten codes leave no room for another', async () => {
    invites = { ...invites, codes: Array.from({ length: 10 }, (_, at) => ({ ...TENTH, code: `CODE${at}` })) }
    await drawClient(<InviteScreen />)
    expect(await screen.findByText('حداکثر ۱۰ کد می‌توانید داشته باشید.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'کد جدید' })).toBeNull()
  })

  test('eleven friends come by ten and one, each with what it has brought', async () => {
    friends = Array.from({ length: 11 }, (_, at) => friend(10 - at))
    const user = userEvent.setup()
    await drawClient(<InviteScreen />)
    const table = await screen.findByRole('table', { name: 'دوستان شما' })
    expect(within(table).getAllByRole('row')).toHaveLength(11)
    expect(within(table).getAllByRole('row')[2]).toHaveTextContent(/۰۹۱۲ \*\*\* \*\*۰۹.*۹٬۰۰۰.*۴٬۵۰۰/)
    await user.click(screen.getByRole('button', { name: 'نمایش بیشتر' }))
    await vi.waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(12))
  })

  test('nobody invited yet is said, with what to do', async () => {
    await drawClient(<InviteScreen />)
    expect(await screen.findByText('هنوز کسی را دعوت نکرده‌اید')).toBeVisible()
  })

  test('an invited user sees what of the own fees has come back', async () => {
    invites = { ...invites, ownPercent: 10, ownCashBack: '45000' }
    await drawClient(<InviteScreen />)
    expect(await section('نتیجهٔ دعوت‌ها')).toHaveTextContent(/کارمزد برگشتی شما \(.۱۰٪.\).*۴۵٬۰۰۰/)
  })

  test('the card of the dashboard shows count and profit, and leads to the page', async () => {
    await drawClient(<InviteCard />)
    await screen.findByText('۱۱ نفر')
    expect(await section('دعوت از دوستان')).toHaveTextContent(/۱۱ نفر.*۱٬۲۵۰٬۰۰۰/)
    expect(screen.getByRole('link', { name: 'دعوت از دوستان' })).toHaveAttribute('href', '/profile/invite')
  })
})
