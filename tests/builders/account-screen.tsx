import { screen } from '@testing-library/react'
import { type Mock, vi } from 'vitest'
import type { Session } from '#client/entities/session/session.ts'
import { AccountScreen } from '#client/features/account/account-screen.tsx'
import type { Language } from '#client/lib/locale.ts'
import { drawClient } from './client-screen.tsx'
import { person } from './session.ts'

export const CARD = {
  id: 7,
  cardNumber: '6037991234567893',
  shebaCode: 'IR050170000000123456789012',
  bankName: 'بانک ملی ایران',
}

/** A user with a complete form that was sent once and handed back. */
export const complete = (differences: Partial<Session> = {}) =>
  person({
    firstName: 'سارا',
    lastName: 'محمدی',
    email: 'sara@example.com',
    nationalCode: '0013542419',
    birthDay: '1991-03-12',
    telephone: '02122334455',
    state: 'تهران',
    city: 'پردیس',
    postalCode: '1234567890',
    address: 'خیابان ولیعصر، پلاک ۱۲',
    idFormatType: 'ID_CARD',
    image: true,
    backImage: true,
    bankAccounts: [CARD],
    ...differences,
  })

/** Renders the account page. @returns a function that is called once the form was accepted */
export async function openAccountScreen(account: Session = person(), language: Language = 'fa'): Promise<Mock> {
  const onSubmitted = vi.fn()
  await drawClient(<AccountScreen account={account} onSubmitted={onSubmitted} />, { language })
  await screen.findByRole('heading', { level: 1 })
  return onSubmitted
}
