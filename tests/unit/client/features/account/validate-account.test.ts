import { describe, expect, test } from 'vitest'
import {
  type AccountDraft,
  draftFrom,
  reduceAccount,
  summarizeAccount,
} from '#client/features/account/account-form.logic.ts'
import { PICTURE_BYTES_MAX, validateAccount, validateBankAccount } from '#client/features/account/validate-account.ts'
import { person } from '#tests/builders/session.ts'

const NOW = new Date('2026-11-20T08:00:00Z')
const NOTHING = { image: false, backImage: false, documentImage: false }
const picture = (type = 'image/jpeg', bytes = 10) => new File([new Uint8Array(bytes)], 'card.jpg', { type })

const COMPLETE: AccountDraft = {
  ...draftFrom(person()),
  firstName: 'سارا',
  lastName: 'محمدی',
  email: 'sara@example.com',
  nationalCode: '0013542419',
  birthDay: '1991-03-12',
  telephone: '02122334455',
  state: 'تهران',
  city: 'تهران',
  postalCode: '1234567890',
  address: 'خیابان ولیعصر، پلاک ۱۲',
  bankAccounts: [{ cardNumber: '6037991234567893', shebaCode: 'IR050170000000123456789012' }],
  pictures: { image: picture(), backImage: picture(), documentImage: picture() },
}

const problemsOf = (change: Partial<AccountDraft>) =>
  validateAccount({ ...COMPLETE, ...change }, { now: NOW, abroad: false, received: NOTHING })

describe('the account form', () => {
  test('is ready when everything is in', () => {
    expect(problemsOf({})).toEqual({})
  })

  test('of somebody new lacks everything', () => {
    const problems = validateAccount(draftFrom(person()), { now: NOW, abroad: false, received: NOTHING })
    expect(Object.keys(problems)).toEqual([
      'firstName',
      'lastName',
      'nationalCode',
      'birthDay',
      'email',
      'state',
      'city',
      'telephone',
      'postalCode',
      'address',
      'bankAccounts',
      'image',
      'backImage',
    ])
    expect(new Set(Object.values(problems))).toEqual(new Set(['required', 'bankRequired', 'pictureRequired']))
  })

  test('checks what can be checked', () => {
    expect(problemsOf({ nationalCode: '0013542418' })).toEqual({ nationalCode: 'invalid' })
    expect(problemsOf({ email: 'sara@example' })).toEqual({ email: 'invalid' })
    expect(problemsOf({ postalCode: '12345' })).toEqual({ postalCode: 'invalid' })
    expect(problemsOf({ postalCode: '1111111111' })).toEqual({ postalCode: 'invalid' })
    expect(problemsOf({ birthDay: '2026-11-21' })).toEqual({ birthDay: 'future' })
    expect(problemsOf({ birthDay: '2026-11-20' })).toEqual({ birthDay: 'underage' })
    // 30 and 29 Aban 1387; today is 29 Aban 1405.
    expect(problemsOf({ birthDay: '2008-11-20' })).toEqual({ birthDay: 'underage' })
    expect(problemsOf({ birthDay: '2008-11-19' })).toEqual({})
    expect(problemsOf({ telephone: '09912345678' })).toEqual({ telephone: 'invalid' })
  })

  test('asks for the back of a card, and of nothing else', () => {
    const pictures = { image: picture(), documentImage: picture() }
    expect(problemsOf({ pictures })).toEqual({ backImage: 'pictureRequired' })
    expect(problemsOf({ pictures, idFormatType: 'PASSPORT' })).toEqual({})
  })

  test('does not ask again for a picture that was received', () => {
    const received = { image: true, backImage: true, documentImage: true }
    expect(validateAccount({ ...COMPLETE, pictures: {} }, { now: NOW, abroad: false, received })).toEqual({})
  })

  test('refuses what is no picture, or too large', () => {
    const withImage = (image: File) => problemsOf({ pictures: { ...COMPLETE.pictures, image } })
    expect(withImage(picture('application/pdf'))).toEqual({ image: 'pictureKind' })
    expect(withImage(picture('image/png', PICTURE_BYTES_MAX + 1))).toEqual({ image: 'pictureSize' })
  })

  test('spells names as Persian keyboards do, and keeps other letters to tell of them', () => {
    const draft = reduceAccount(COMPLETE, { firstName: 'علي Smith' })
    expect(draft.firstName).toBe('علی Smith')
    expect(problemsOf(draft)).toEqual({ firstName: 'persian' })
  })

  test('sends trimmed text, the accounts as one part, and no back of a passport', () => {
    const sent = { ...COMPLETE, firstName: 'سارا ', idFormatType: 'PASSPORT' } as const
    const { body, files } = summarizeAccount(sent, person().location)
    expect(body).toMatchObject({
      firstName: 'سارا',
      countryName: 'Iran',
      telephone: '02122334455',
      bankAccountsString: JSON.stringify(COMPLETE.bankAccounts),
    })
    expect(body).not.toHaveProperty('mobileNumber')
    expect(Object.keys(files)).toEqual(['image', 'documentImage'])
  })
})

describe('the form of a user abroad', () => {
  const GERMANY = { countryName: 'Germany', countryPhoneCode: '+49' }
  const abroad: AccountDraft = {
    ...COMPLETE,
    nationalCode: 'C01X00T47',
    foreignMobile: '15123456789',
    postalCode: 'SW1A 1AA',
    telephone: '',
    bankAccounts: [],
  }
  const problems = (change: Partial<AccountDraft>) =>
    validateAccount({ ...abroad, ...change }, { now: NOW, abroad: true, received: NOTHING })

  test('asks for the mobile number there, and neither for a landline nor for a bank account', () => {
    expect(problems({})).toEqual({})
    expect(problems({ foreignMobile: '' })).toEqual({ foreignMobile: 'required' })
    expect(problems({ foreignMobile: '0151' })).toEqual({ foreignMobile: 'invalid' })
    expect(problems({ nationalCode: '#' })).toEqual({ nationalCode: 'invalid' })
    expect(problems({ postalCode: 'x' })).toEqual({ postalCode: 'invalid' })
  })

  test('is sent with that number and its country', () => {
    const { body } = summarizeAccount(abroad, GERMANY)
    expect(body).toMatchObject({ mobileNumber: '+4915123456789', countryName: 'Germany', nationalCode: 'C01X00T47' })
    expect(body).not.toHaveProperty('telephone')
    expect(body).not.toHaveProperty('bankAccountsString')
  })
})

describe('adding a bank account', () => {
  const draft = { cardNumber: '6037991234567893', shebaCode: '050170000000123456789012' }

  test('takes a card and a Sheba whose check digits are right', () => {
    expect(validateBankAccount(draft, [])).toEqual({})
  })

  test('names what is missing or wrong', () => {
    expect(validateBankAccount({ cardNumber: '', shebaCode: '12' }, [])).toEqual({
      cardNumber: 'required',
      shebaCode: 'invalid',
    })
    expect(validateBankAccount({ ...draft, cardNumber: '6037991234567894' }, [])).toEqual({ cardNumber: 'invalid' })
  })

  test('refuses one that is there already', () => {
    expect(validateBankAccount(draft, COMPLETE.bankAccounts)).toEqual({ cardNumber: 'taken', shebaCode: 'taken' })
  })
})
