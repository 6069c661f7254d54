import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { ApiKeysSection } from '#client/features/settings/api-keys/api-keys-section.tsx'
import { type ApiKey, createApiKey, getApiKeys, removeApiKey } from '#contract/api-keys.ts'
import { REFUSALS } from '#contract/errors.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'

type Key = z.input<typeof ApiKey>

const aKey = (differences: Partial<Key> = {}): Key => ({
  id: '1',
  name: 'ربات معامله',
  prefix: 'kmk_3fQ9xB',
  rights: ['read', 'trade'],
  addresses: [],
  createdAtDateTime: '2026-11-20T08:00:00Z',
  expiresAt: null,
  lastUsedAtDateTime: null,
  lastUsedIpAddress: null,
  ...differences,
})

describe('the keys of programs', () => {
  const server = clientServer()
  let keys: Key[]
  let sent: Sent[]

  beforeEach(() => {
    keys = []
    sent = []
    server.use(
      mockEndpoint(getApiKeys, () => ({ content: keys })),
      mockEndpoint(createApiKey, (call) => {
        sent.push(call)
        keys = [aKey()]
        return { baseDTO: { ...aKey(), key: 'kmk_3fQ9xBwholeKey', secret: 'theSecretItself' } }
      }),
      mockEndpoint(removeApiKey, (call) => {
        sent.push(call)
        keys = keys.filter(({ id }) => id !== call.params.id)
        return {}
      }),
    )
  })

  test('eleven are listed, each with what it may do, from where, until when and its last use', async () => {
    keys = Array.from({ length: 11 }, (_, at) => aKey({ id: `${11 - at}`, name: `bot ${11 - at}` }))
    keys[10] = aKey({
      id: '1',
      name: 'reports',
      rights: ['read'],
      addresses: ['203.0.113.0/24', '2001:db8::7'],
      expiresAt: '2099-03-21T08:00:00Z',
      lastUsedAtDateTime: '2026-11-20T08:00:00Z',
      lastUsedIpAddress: '203.0.113.9',
    })
    keys[9] = aKey({ id: '2', name: 'old', expiresAt: '2020-03-21T08:00:00Z' })
    await drawClient(<ApiKeysSection />, { language: 'en' })
    const rows = within(await screen.findByRole('list', { name: 'API keys' })).getAllByRole('listitem')
    expect(rows).toHaveLength(11)
    expect(rows[0]).toHaveTextContent('bot 11kmk_3fQ9xB… · View · TradeFrom any IP addressNever used')
    expect(rows[9]).toHaveTextContent('Expired')
    expect(rows[10]).toHaveTextContent('203.0.113.0/24, 2001:db8::7')
    expect(rows[10]).toHaveTextContent(/Expires 21 Mar 2099/)
    expect(rows[10]).toHaveTextContent(/Last used .*11:30.* from .*203\.0\.113\.9/)
  })

  test('none says so', async () => {
    await drawClient(<ApiKeysSection />)
    expect(await screen.findByText('هنوز کلیدی نساخته‌اید.')).toBeVisible()
  })

  test('a list that cannot be loaded is asked for again', async () => {
    server.use(mockEndpoint(getApiKeys, refuseWith('UNAVAILABLE')))
    await drawClient(<ApiKeysSection />, { language: 'en' })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('a new one asks for what is missing, and shows its secret once', async () => {
    const user = userEvent.setup()
    await drawClient(<ApiKeysSection />)
    await user.click(await screen.findByRole('button', { name: 'ساخت کلید' }))
    const sheet = screen.getByRole('dialog')
    const press = () => user.click(within(sheet).getByRole('button', { name: 'ساخت کلید' }))
    await user.click(within(sheet).getByRole('checkbox', { name: /مشاهده/ }))
    await press()
    expect(within(sheet).getByText('برای کلید نامی بنویسید.')).toBeVisible()
    expect(within(sheet).getByText('حداقل یک مجوز انتخاب کنید.')).toBeVisible()
    await user.type(within(sheet).getByRole('textbox', { name: 'نام کلید' }), '  ربات ')
    await user.click(within(sheet).getByRole('checkbox', { name: /برداشت/ }))
    await press()
    expect(within(sheet).getByText('برای مجوز برداشت، حداقل یک آدرس IP بنویسید.')).toBeVisible()
    const addresses = within(sheet).getByRole('textbox', { name: 'آدرس‌های IP مجاز' })
    await user.type(addresses, '203.0.113.7 999.1.1.1')
    expect(within(sheet).getByText(/999\.1\.1\.1.* آدرس IP نیست/)).toBeVisible()
    await press()
    expect(sent).toEqual([])
    await user.clear(addresses)
    await user.type(addresses, '۲۰۳.۰.۱۱۳.۷{Enter} 10.0.0.0/8')
    await user.selectOptions(within(sheet).getByRole('combobox', { name: 'اعتبار' }), 'بدون انقضا')
    await press()
    const secret = await screen.findByRole('dialog', { name: 'کلید شما آماده است' })
    expect(sent[0]?.body).toEqual({
      name: 'ربات',
      rights: ['withdraw'],
      addresses: ['203.0.113.7', '10.0.0.0/8'],
      expiresAt: null,
    })
    expect(secret).toHaveTextContent('دوباره نمایش داده نمی‌شود. آن را به هیچ‌کس ندهید.')
    await user.click(within(secret).getByRole('button', { name: 'کپی کلید محرمانه' }))
    expect(await navigator.clipboard.readText()).toBe('theSecretItself')
    await user.click(within(secret).getByRole('button', { name: 'کپی کردم' }))
    expect(await screen.findByText('ربات معامله')).toBeVisible()
    expect(document.body).not.toHaveTextContent('theSecretItself')
  })

  test.each(['API_KEY_ADDRESS_INVALID', 'API_KEY_ADDRESS_REQUIRED', 'API_KEYS_TOO_MANY', 'EXPIRY_INVALID'] as const)(
    '%s is said in the sheet, and nothing that was typed is lost',
    async (code) => {
      server.use(mockEndpoint(createApiKey, refuseWith(code)))
      const user = userEvent.setup()
      await drawClient(<ApiKeysSection />)
      await user.click(await screen.findByRole('button', { name: 'ساخت کلید' }))
      const sheet = screen.getByRole('dialog')
      await user.type(within(sheet).getByRole('textbox', { name: 'نام کلید' }), 'ربات')
      await user.click(within(sheet).getByRole('button', { name: 'ساخت کلید' }))
      expect(await within(sheet).findByText(REFUSALS[code].fa)).toBeVisible()
      expect(within(sheet).getByRole('textbox', { name: 'نام کلید' })).toHaveValue('ربات')
    },
  )

  test('one is removed after a question', async () => {
    keys = [aKey(), aKey({ id: '2', name: 'گزارش' })]
    const user = userEvent.setup()
    await drawClient(<ApiKeysSection />)
    await user.click(await screen.findByRole('button', { name: 'حذف گزارش' }))
    const sheet = screen.getByRole('dialog')
    expect(sheet).toHaveTextContent('«گزارش» حذف شود؟')
    await user.click(within(sheet).getByRole('button', { name: 'حذف کلید' }))
    expect(await screen.findByText('کلید API حذف شد.')).toBeVisible()
    expect(sent.map(({ params }) => params.id)).toEqual(['2'])
    expect(screen.queryByText('گزارش')).toBeNull()
  })
})
