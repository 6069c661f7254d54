import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/errors.ts'
import { CARD, complete, openAccountScreen } from '#tests/builders/account-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()
beforeEach(() => sessionStorage.clear())

describe('the country', () => {
  test('is Iran where none is known, without a question, and another is found by name or by a code in Persian digits', async () => {
    const chosen: unknown[] = []
    server.use(
      http.post('*/api/users/set-country', async ({ request }) => {
        chosen.push(await request.json())
        const location = { countryName: 'Germany', countryPhoneCode: '+49' }
        return HttpResponse.json({ baseDTO: { location, authenticationType: 'UNAUTHORIZED' } })
      }),
      http.get('*/api/users/account', () => HttpResponse.json({ baseDTO: person() })),
    )
    await openAccountScreen(person({ location: null }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText('ایران')).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'ساکن ایران نیستم' }))
    const sheet = await screen.findByRole('dialog', { name: 'کشور محل اقامت' })
    expect(within(sheet).getAllByRole('button', { name: /\+|[۰-۹]/ })[0]).toHaveTextContent('ایران')
    expect(within(sheet).queryByRole('button', { name: /اسرائیل|کرهٔ شمالی/ })).toBeNull()
    await userEvent.type(within(sheet).getByRole('searchbox'), '۴۹')
    await userEvent.click(within(sheet).getByRole('button', { name: /آلمان/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(chosen).toEqual([{ countryName: 'Germany' }])
  })

  test('abroad there is neither a bank nor a landline, but the mobile number there', async () => {
    await openAccountScreen(person({ location: { countryName: 'Germany', countryPhoneCode: '+49' } }))
    expect(await screen.findByLabelText('شمارهٔ موبایل محل اقامت')).toBeVisible()
    expect(screen.getByLabelText('شمارهٔ مدرک شناسایی')).toBeVisible()
    expect(screen.queryByLabelText('تلفن ثابت')).toBeNull()
    expect(screen.queryByRole('button', { name: /حساب بانکی/ })).toBeNull()
    expect(screen.getByText('آلمان')).toBeVisible()
    expect(screen.queryByText(/کارت ملی/)).toBeNull()
  })
})

describe('a verified user', () => {
  const second = { ...CARD, id: 8, cardNumber: '6219861034529007', shebaCode: 'IR062960000000100324200001' }
  const verified = complete({ authenticationType: 'AUTHORIZED', authorized: true, bankAccounts: [CARD, second] })

  test('reads what is proven and changes none of it', async () => {
    await openAccountScreen(verified)
    const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling
    expect(fact('نام')).toHaveTextContent('سارا')
    expect(fact('تاریخ تولد')).toHaveTextContent('۲۱ اسفند ۱۳۶۹')
    expect(fact('شهر')).toHaveTextContent('پردیس')
    // The digits follow each other in one script.
    expect(screen.getByText(/IR۰۵ ۰۱۷۰ ۰۰۰۰ ۰۰۱۲ ۳۴۵۶ ۷۸۹۰ ۱۲/)).toBeVisible()
    expect(screen.getByText('مطابق کارت ملی؛ برای اصلاح تیکت بفرستید.')).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'ادامه' })).toBeNull()
    expect(screen.queryByText('مدارک')).toBeNull()
  })

  test('reads places in English', async () => {
    await openAccountScreen(verified, 'en')
    expect(screen.getByText('Tehran')).toBeVisible()
    expect(screen.getByText('Pardis')).toBeVisible()
  })

  test('removes a card after a question, and reads why one stays', async () => {
    const message = REFUSALS.BANK_ACCOUNT_IN_USE.fa
    const removed: unknown[] = []
    server.use(
      http.delete('*/api/users/bank-accounts/:id', ({ params }) => {
        removed.push(params.id)
        return HttpResponse.json({ code: 'BANK_ACCOUNT_IN_USE', message, errors: [message] }, { status: 409 })
      }),
    )
    await openAccountScreen(verified)
    const [, remove] = screen.getAllByRole('button', { name: 'حذف این حساب' })
    await userEvent.click(remove ?? document.body)
    const sheet = await screen.findByRole('dialog')
    expect(removed).toEqual([])
    await userEvent.click(within(sheet).getByRole('button', { name: 'حذف حساب' }))
    expect(await within(sheet).findByText(message)).toBeVisible()
    expect(removed).toEqual(['8'])
  })

  test('keeps the last one', async () => {
    await openAccountScreen({ ...verified, bankAccounts: [CARD] })
    expect(await screen.findByText('بانک ملی ایران')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'حذف این حساب' })).toBeNull()
  })

  test.each(['BANK_ACCOUNT_MISMATCH', 'BANK_ACCOUNT_UNCONFIRMED', 'BANK_ACCOUNT_TAKEN', 'BANK_ACCOUNTS_FULL'] as const)(
    'adds a card, and reads %s where it is refused',
    async (code) => {
      const message = REFUSALS[code].fa
      server.use(
        http.post('*/api/users/bank-accounts', () =>
          HttpResponse.json({ code, message, errors: [message] }, { status: 409 }),
        ),
      )
      await openAccountScreen({ ...verified, bankAccounts: [second] })
      await userEvent.click(screen.getByRole('button', { name: 'افزودن حساب بانکی' }))
      const sheet = await screen.findByRole('dialog')
      await userEvent.type(within(sheet).getByLabelText('شمارهٔ کارت'), CARD.cardNumber)
      await userEvent.type(within(sheet).getByLabelText('شمارهٔ شبا'), CARD.shebaCode.slice(2))
      await userEvent.click(within(sheet).getByRole('button', { name: 'افزودن حساب' }))
      expect(await within(sheet).findByText(message)).toBeVisible()
      expect(within(sheet).getByLabelText('شمارهٔ کارت')).not.toHaveValue('')
    },
  )
})
