import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Session } from '#client/entities/session/session.ts'
import { AccountScreen } from '#client/features/account/account-screen.tsx'
import { AddBankSheet } from '#client/features/account/bank-section.tsx'
import { words as en } from '#client/locales/en/account.ts'
import { words as fa } from '#client/locales/fa/account.ts'
import { submitAccount } from '#contract/account-form.ts'
import { CARD, complete } from '#tests/builders/account-screen.tsx'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { fill, submit } from './act.ts'
import { type Read, type Rule, testRules } from './meet-rules.tsx'
import type { Language } from './sentences.ts'

const WORDS = { fa, en }
const form = (account: Session) => <AccountScreen account={account} onSubmitted={() => undefined} />
const GERMANY = { location: { countryName: 'Germany', countryPhoneCode: '+49' } }

/** The sentence of an empty field: its label and the text. */
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const missing = (field: string | undefined, persian: string, english: string): Read => [
  field,
  `${persian} را وارد کنید.`,
  `Enter your ${lower(english)}.`,
]
const invalid = (field: string, persian: string, english: string): Read => [
  field,
  `«${persian}» معتبر نیست؛ آن را بررسی کنید.`,
  `Your ${lower(english)} isn't valid. Check it.`,
]
const notPersian = (field: string, persian: string, english: string): Read => [
  field,
  `«${persian}» را به فارسی بنویسید.`,
  `Write your ${lower(english)} in Persian.`,
]

const openStep = async (language: Language, step: 'bank' | 'documents' | 'review') =>
  fireEvent.click(await screen.findByText(WORDS[language].steps[step]))

async function pick(name: string, file: File) {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`input[type=file][name=${name}]`)
    if (!found) throw new Error(`no ${name}`)
    return found
  })
  fireEvent.change(input, { target: { files: [file] } })
}
const LARGE = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'large.png', { type: 'image/png' })
const PDF = new File(['%PDF'], 'card.pdf', { type: 'application/pdf' })

const bank = <AddBankSheet present={[CARD]} act={async () => undefined} onClose={() => undefined} />

const INCORRECT = [
  'NATIONAL_CODE_IS_INCORRECT',
  'MOBILE_IS_INCORRECT',
  'TELEPHONE_IS_INCORRECT',
  'BIRTH_DATE_IS_INCORRECT',
  'NAME_IS_INCORRECT',
]

const RULES: readonly Rule[] = [
  {
    name: 'everything of a person in Iran is needed',
    part: form(person()),
    act: submit,
    read: [
      missing('firstName', 'نام', 'First name'),
      missing('lastName', 'نام خانوادگی', 'Last name'),
      missing('nationalCode', 'کد ملی', 'National ID number'),
      missing(undefined, 'تاریخ تولد', 'Date of birth'),
      missing('email', 'ایمیل', 'Email'),
      missing('state', 'استان', 'Province'),
      missing('city', 'شهر', 'City'),
      missing('telephone', 'تلفن ثابت', 'Landline'),
      missing('postalCode', 'کد پستی', 'Postal code'),
      missing('address', 'آدرس', 'Address'),
    ],
  },
  {
    name: 'what is written for a person in Iran has its form',
    part: form(complete({ birthDay: '2090-01-01' })),
    act: async () => {
      await fill({ firstName: 'Sara', lastName: 'Mohammadi', nationalCode: '0013542418', email: 'sara@example' })
      await fill({ telephone: '021', postalCode: '12345' })
      await submit()
    },
    read: [
      notPersian('firstName', 'نام', 'First name'),
      notPersian('lastName', 'نام خانوادگی', 'Last name'),
      invalid('nationalCode', 'کد ملی', 'National ID number'),
      [undefined, 'تاریخ تولد در آینده است؛ آن را بررسی کنید.', 'The date of birth is in the future. Check it.'],
      invalid('email', 'ایمیل', 'Email'),
      invalid('telephone', 'تلفن ثابت', 'Landline'),
      invalid('postalCode', 'کد پستی', 'Postal code'),
    ],
  },
  {
    name: 'an account is for those who are of age',
    part: form(complete({ birthDay: '2020-01-01' })),
    act: submit,
    read: [
      [undefined, 'برای داشتن حساب باید حداقل ۱۸ سال تمام داشته باشید.', 'You must be at least 18 to have an account.'],
    ],
  },
  {
    name: 'what is written for a person abroad has its form',
    part: form(complete({ ...GERMANY, bankAccounts: [] })),
    act: async () => {
      await fill({ nationalCode: 'C0', foreignMobile: '12', state: 'Hessen', city: 'Kassel', postalCode: '1' })
      await submit()
    },
    read: [
      invalid('nationalCode', 'شمارهٔ مدرک شناسایی', 'Document number'),
      invalid('foreignMobile', 'شمارهٔ موبایل محل اقامت', 'Mobile number where you live'),
      notPersian('state', 'استان', 'Province'),
      notPersian('city', 'شهر', 'City'),
      invalid('postalCode', 'کد پستی', 'Postal code'),
    ],
  },
  {
    name: 'a person abroad names a mobile number there',
    part: form(complete({ ...GERMANY, bankAccounts: [] })),
    act: submit,
    read: [missing('foreignMobile', 'شمارهٔ موبایل محل اقامت', 'Mobile number where you live')],
  },
  {
    name: 'the last step says the first problem',
    part: form(complete({ firstName: null, postalCode: null })),
    act: async (language) => {
      await openStep(language, 'review')
      await submit()
    },
    read: [missing(undefined, 'نام', 'First name')],
  },
  {
    name: 'what the civil registry finds wrong is listed',
    part: form(complete()),
    answers: [mockEndpoint(submitAccount, refuseWith('USER_IDENTITY_DATA', { incorrect: INCORRECT }))],
    act: async (language) => {
      await openStep(language, 'review')
      await submit()
    },
    read: [
      [undefined, 'کد ملی نادرست است.', 'The national ID number is wrong.'],
      [
        undefined,
        'شمارهٔ موبایل به نام صاحب این کد ملی نیست.',
        "The mobile number isn't in the name of this national ID number.",
      ],
      [undefined, 'تلفن ثابت نادرست است.', 'The landline is wrong.'],
      [undefined, 'تاریخ تولد نادرست است.', 'The date of birth is wrong.'],
      [undefined, 'نام یا نام خانوادگی نادرست است.', 'The first or last name is wrong.'],
    ],
  },
  {
    name: 'a bank account is needed in Iran',
    part: form(complete({ bankAccounts: [] })),
    act: async (language) => {
      await openStep(language, 'bank')
      await submit()
    },
    read: [[undefined, 'حداقل یک حساب بانکی اضافه کنید.', 'Add at least one bank account.']],
  },
  {
    name: 'photos of both sides of an identity card are needed',
    part: form(complete({ image: false, backImage: false })),
    act: async (language) => {
      await openStep(language, 'documents')
      await submit()
    },
    read: [
      ['image', '«تصویر روی کارت ملی» را اضافه کنید.', 'Add the front of your national ID card.'],
      ['backImage', '«تصویر پشت کارت ملی» را اضافه کنید.', 'Add the back of your national ID card.'],
    ],
  },
  {
    name: 'a photo of another document is needed',
    part: form(complete({ image: false, backImage: false, idFormatType: 'PASSPORT' })),
    act: async (language) => {
      await openStep(language, 'documents')
      await submit()
    },
    read: [['image', '«تصویر صفحهٔ مشخصات گذرنامه» را اضافه کنید.', 'Add the photo page of your passport.']],
  },
  {
    name: 'a photo is a PNG or a JPG of at most five megabytes, and the note is written by hand',
    part: form(complete()),
    act: async (language) => {
      await openStep(language, 'documents')
      await pick('image', PDF)
      await pick('backImage', LARGE)
    },
    read: [
      [
        'image',
        '«تصویر روی کارت ملی» باید PNG یا JPG باشد.',
        'The front of your national ID card must be a PNG or JPG.',
      ],
      [
        'backImage',
        '«تصویر پشت کارت ملی» باید کمتر از ۵ مگابایت باشد.',
        'The back of your national ID card must be under 5 MB.',
      ],
      [
        'documentImage',
        'روی کاغذ بنویسید «استفاده از خدمات کیمیا»، تاریخ بزنید و امضا کنید؛ عکس آینه‌ای نباشد.',
        "Write “for the use of Kimia” on paper, date it and sign it. Don't mirror the photo.",
      ],
    ],
  },
  {
    name: 'a bank account has a card and a Sheba',
    part: bank,
    act: submit,
    read: [
      ['cardNumber', 'شمارهٔ کارت را وارد کنید.', 'Card number is missing. Enter all its digits.'],
      ['shebaCode', 'شمارهٔ شبا را وارد کنید.', 'Sheba (IBAN) is missing. Enter all its digits.'],
    ],
  },
  {
    name: 'a card has 16 digits and a Sheba 24',
    part: bank,
    act: async () => {
      await fill({ cardNumber: '603799123456789', shebaCode: '05017000000012345678901' })
      await submit()
    },
    read: [
      ['cardNumber', 'شمارهٔ کارت معتبر نیست؛ رقم‌ها را بررسی کنید.', "Card number isn't valid. Check the digits."],
      ['shebaCode', 'شمارهٔ شبا معتبر نیست؛ رقم‌ها را بررسی کنید.', "Sheba (IBAN) isn't valid. Check the digits."],
    ],
  },
  {
    name: 'a card or Sheba is added once',
    part: bank,
    act: async () => {
      await fill({ cardNumber: CARD.cardNumber, shebaCode: CARD.shebaCode.slice(2) })
      await submit()
    },
    read: [
      ['cardNumber', 'این حساب را قبلاً اضافه کرده‌اید.', "You've already added this account."],
      ['shebaCode', 'این حساب را قبلاً اضافه کرده‌اید.', "You've already added this account."],
    ],
  },
  {
    name: 'a card of no known bank says so',
    part: bank,
    act: () => fill({ cardNumber: '000000' }),
    read: [
      [
        'cardNumber',
        'بانک این کارت شناخته نشد؛ شماره را بررسی کنید.',
        "We don't recognise this card. Check the number.",
      ],
    ],
  },
]

testRules(RULES)
