import { fireEvent, screen } from '@testing-library/react'
import type { Session } from '#client/entities/session/session.ts'
import { AccountScreen } from '#client/features/account/account-screen.tsx'
import { IdentityScreen } from '#client/features/account/identity-screen.tsx'
import { ContactSection } from '#client/features/contacts/contact-section.tsx'
import { words as accountEn } from '#client/locales/en/account.ts'
import { words as contactsEn } from '#client/locales/en/contacts.ts'
import { words as accountFa } from '#client/locales/fa/account.ts'
import { words as contactsFa } from '#client/locales/fa/contacts.ts'
import { getAccount } from '#contract/account.ts'
import { checkIdentityCode, sendIdentityCode, submitAccount } from '#contract/account-form.ts'
import { changeEmail, changeMobile, checkEmailOtp, checkMobileOtp } from '#contract/contacts.ts'
import { addBankAccount, removeBankAccount, setCountry } from '#contract/identity.ts'
import { CARD, complete } from '#tests/builders/account-screen.tsx'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { fill, press, submit, write } from './act.ts'
import { type Meeting, testRefusals } from './meet-refusals.tsx'
import type { Language } from './sentences.ts'

const WORDS = { fa: { ...accountFa, contacts: contactsFa }, en: { ...accountEn, contacts: contactsEn } }
const nothing = () => undefined
const screenOf = (account: Session) => <AccountScreen account={account} onSubmitted={nothing} />

/** The form is complete: the test opens its last step and sends it. */
const atForm = (field?: string, details?: object): Meeting => ({
  part: screenOf(complete()),
  refused: submitAccount,
  ...(field ? { field } : {}),
  ...(details ? { details } : {}),
  act: async (language) => {
    fireEvent.click(await screen.findByText(WORDS[language].steps.review))
    await submit()
  },
})

const GERMAN = { countryName: 'Germany', countryPhoneCode: '+49' }
/** Abroad the form requires a local number and no bank account. */
const atFormAbroad: Meeting = {
  ...atForm('mobileNumber'),
  part: screenOf(complete({ location: GERMAN, foreignMobileNumber: '+491512345678', bankAccounts: [] })),
}

const atCountry: Meeting = {
  part: screenOf(person({ location: null })),
  refused: setCountry,
  act: async (language) => {
    fireEvent.click(await screen.findByText({ fa: 'ساکن ایران نیستم', en: "I don't live in Iran" }[language]))
    fireEvent.click(await screen.findByText({ fa: 'آلمان', en: 'Germany' }[language]))
  },
}

const SECOND = { id: 8, cardNumber: '6219861034529007', shebaCode: 'IR062960000000100324200001', bankName: 'سامان' }
const verified = (...bankAccounts: Session['bankAccounts']) =>
  complete({ authenticationType: 'AUTHORIZED', authorized: true, bankAccounts })
const atNewCard: Meeting = {
  part: screenOf(verified(SECOND)),
  refused: addBankAccount,
  act: async (language) => {
    await press(WORDS[language].bank.add)
    await fill({ cardNumber: CARD.cardNumber, shebaCode: CARD.shebaCode.slice(2) })
    await submit()
  },
}
const atOldCard: Meeting = {
  part: screenOf(verified(CARD, SECOND)),
  refused: removeBankAccount,
  act: async (language) => {
    await press(WORDS[language].bank.remove)
    await press(WORDS[language].bank.removeConfirm)
  },
}

/** The code is sent, but another screen or an operator was faster. */
const atIdentity: Meeting = {
  part: <IdentityScreen back={null} onVerified={nothing} onNotAwaited={nothing} />,
  refused: checkIdentityCode,
  answers: [
    mockEndpoint(sendIdentityCode, { baseDTO: { expiresInSeconds: 120 } }),
    mockEndpoint(getAccount, { baseDTO: person() }),
  ],
  act: async () => {
    await submit()
    await write(/5-digit code|کد ۵ رقمی/, '12345')
  },
}

const SENT = { contact: 'OLD' as const, codeLength: 6, expiresInSeconds: 120 }
async function changeMobileIn(language: Language) {
  await press(WORDS[language].contacts.change.MOBILE)
  await fill({ oldContact: '09123456789', newContact: '09351112233' })
  await submit()
}
async function changeEmailIn(language: Language) {
  await press(WORDS[language].contacts.change.EMAIL)
  await fill({ oldContact: 'mina@example.com', newContact: 'other@example.com' })
  await submit()
}
const contacts = <ContactSection account={person({ email: 'mina@example.com', emailVerified: true })} />
const atNewMobile: Meeting = { part: contacts, refused: changeMobile, act: changeMobileIn }
const atNewEmail: Meeting = { part: contacts, refused: changeEmail, act: changeEmailIn }
const atMobileCode: Meeting = {
  part: contacts,
  refused: checkMobileOtp,
  answers: [mockEndpoint(changeMobile, { baseDTO: { ...SENT, starTwoStepAuthentication: '0912***6789' } })],
  act: async (language) => {
    await changeMobileIn(language)
    await write(/6-digit code|کد ۶ رقمی/, '123456')
  },
}
const atEmailCode: Meeting = {
  part: contacts,
  refused: checkEmailOtp,
  answers: [mockEndpoint(changeEmail, { baseDTO: { ...SENT, starTwoStepAuthentication: 'm***@example.com' } })],
  act: async (language) => {
    await changeEmailIn(language)
    await write(/6-digit code|کد ۶ رقمی/, '123456')
  },
}

testRefusals<'account'>({
  ACCOUNT_NOT_AUTHORIZED: atNewCard,
  ALREADY_AUTHORIZED: atIdentity,
  ACCOUNT_INCOMPLETE: atIdentity,
  IDENTITY_SERVICE_NOT_COMPLETED: atIdentity,
  IMAGE_INVALID: atForm('image'),
  PAYLOAD_TOO_LARGE: atForm(),
  USER_IDENTITY_DATA: atForm(undefined, { incorrect: ['TELEPHONE_IS_INCORRECT'] }),
  NATIONAL_CODE_NOT_VALID: atForm('nationalCode'),
  NATIONAL_CODE_TAKEN: atForm('nationalCode'),
  MOBILE_NATIONAL_CODE_MISMATCH: atForm('nationalCode'),
  BIRTH_DATE_MISMATCH: atForm('birthDay'),
  NAME_MISMATCH: atForm('firstName'),
  BANK_ACCOUNT_INVALID: atForm('bankAccountsString'),
  BANK_ACCOUNT_MISMATCH: atForm('bankAccountsString'),
  BANK_ACCOUNT_TAKEN: atForm('bankAccountsString'),
  COUNTRY_PREFIX_MISMATCH: atFormAbroad,
  COUNTRY_UNKNOWN: atCountry,
  IDENTITY_SERVICE_UNAVAILABLE: atNewCard,
  BANK_ACCOUNT_UNCONFIRMED: atNewCard,
  BANK_ACCOUNTS_FULL: atNewCard,
  BANK_ACCOUNT_PRESENT: atNewCard,
  BANK_ACCOUNTS_ABROAD: atNewCard,
  BANK_ACCOUNT_LAST: atOldCard,
  BANK_ACCOUNT_IN_USE: atOldCard,
  CONTACT_LOCKED: atNewMobile,
  OLD_CONTACT_MISMATCH: { ...atNewMobile, field: 'oldMobileNumber' },
  CONTACT_UNCHANGED: { ...atNewEmail, field: 'newEmail' },
  CONTACT_CHANGE_NOT_BEGUN: atMobileCode,
  MOBILE_TAKEN: atMobileCode,
  EMAIL_TAKEN: atEmailCode,
})
