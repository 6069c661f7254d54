import { parseBankCard } from '#domain/bank-card.ts'
import { AGE_MIN, ageAt, gregorianToJalali, jalaliDateAt } from '#domain/jalali.ts'
import { parseNationalCode } from '#domain/national-code.ts'
import { parsePersianName } from '#domain/persian-text.ts'
import { parseSheba } from '#domain/sheba.ts'
import { isTelephoneOfIran } from '#domain/telephone.ts'
import type { AccountDraft, AccountField, BankAccountDraft, Picture } from './account-form.logic.ts'

export type AccountProblem =
  | 'required'
  | 'persian'
  | 'invalid'
  | 'future'
  | 'underage'
  | 'bankRequired'
  | 'pictureRequired'
  | 'pictureKind'
  | 'pictureSize'
  | 'pictureBroken'
export type AccountProblems = { readonly [Field in AccountField]?: AccountProblem }

export type Circumstances = {
  now: Date
  /** The user lives outside Iran. */
  abroad: boolean
  /** Pictures that the server already has. */
  received: { readonly [Kind in Picture]: boolean }
  /** Files that this browser could not decode. */
  unreadable?: ReadonlySet<File>
}

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
/** Ten digits; no valid code repeats a single digit. */
const TEN_DIGITS = /^(?!(\d)\1{9}$)\d{10}$/
const DOCUMENT_NUMBER = /^[A-Za-z0-9-]{4,30}$/
const POSTAL_CODE_ABROAD = /^[A-Za-z0-9 -]{3,10}$/
const FOREIGN_MOBILE = /^[1-9]\d{3,13}$/
const PICTURE_KINDS = ['image/png', 'image/jpeg']
export const PICTURE_BYTES_MAX = 5 * 1024 * 1024

/** The first problem of each faulty field. */
export function validateAccount(
  draft: AccountDraft,
  { now, abroad, received, unreadable }: Circumstances,
): AccountProblems {
  const found: { [Field in AccountField]: AccountProblem | undefined } = {
    firstName: checkName(draft.firstName),
    lastName: checkName(draft.lastName),
    nationalCode: check(draft.nationalCode.trim(), (text) =>
      abroad ? DOCUMENT_NUMBER.test(text) : parseNationalCode(text) !== undefined,
    ),
    birthDay: checkBirthDay(draft.birthDay, now),
    foreignMobile: abroad ? check(draft.foreignMobile, (text) => FOREIGN_MOBILE.test(text)) : undefined,
    email: check(draft.email.trim(), (text) => EMAIL.test(text)),
    state: checkName(draft.state),
    city: checkName(draft.city),
    telephone: abroad ? undefined : check(draft.telephone, isTelephoneOfIran),
    postalCode: check(draft.postalCode.trim(), (text) => (abroad ? POSTAL_CODE_ABROAD : TEN_DIGITS).test(text)),
    address: check(draft.address.trim(), () => true),
    bankAccounts: draft.bankAccounts.length === 0 && !abroad ? 'bankRequired' : undefined,
    image: checkPicture(draft.pictures.image, { needed: !received.image, unreadable }),
    backImage: checkPicture(draft.pictures.backImage, {
      needed: draft.idFormatType === 'ID_CARD' && !received.backImage,
      unreadable,
    }),
    documentImage: checkPicture(draft.pictures.documentImage, { needed: false, unreadable }),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))
}

function check(text: string, isValid: (text: string) => boolean): AccountProblem | undefined {
  if (text === '') return 'required'
  return isValid(text) ? undefined : 'invalid'
}

function checkName(text: string): AccountProblem | undefined {
  if (text.trim() === '') return 'required'
  return parsePersianName(text.trim()) === undefined ? 'persian' : undefined
}

/** Days are compared in one calendar, Tehran's. */
function checkBirthDay(isoDay: string, now: Date): AccountProblem | undefined {
  if (isoDay === '') return 'required'
  const day = gregorianToJalali(isoDay)
  if (day === undefined) return 'invalid'
  if (day > jalaliDateAt(now)) return 'future'
  return ageAt(day, now) < AGE_MIN ? 'underage' : undefined
}

type PictureCircumstances = { needed: boolean; unreadable: ReadonlySet<File> | undefined }

function checkPicture(
  file: File | undefined,
  { needed, unreadable }: PictureCircumstances,
): AccountProblem | undefined {
  if (!file) return needed ? 'pictureRequired' : undefined
  if (!PICTURE_KINDS.includes(file.type)) return 'pictureKind'
  if (file.size > PICTURE_BYTES_MAX) return 'pictureSize'
  return unreadable?.has(file) ? 'pictureBroken' : undefined
}

type BankAccountProblem = 'required' | 'invalid' | 'taken'

/** The first problem of the card and of the Sheba; `present` are the accounts that the form already has. */
export function validateBankAccount(
  draft: BankAccountDraft,
  present: readonly BankAccountDraft[],
): { cardNumber?: BankAccountProblem; shebaCode?: BankAccountProblem } {
  const card = parseBankCard(draft.cardNumber)
  const sheba = parseSheba(draft.shebaCode)
  const cardProblem = problemOf(draft.cardNumber, {
    valid: card !== undefined,
    taken: present.some((other) => parseBankCard(other.cardNumber) === card),
  })
  const shebaProblem = problemOf(draft.shebaCode, {
    valid: sheba !== undefined,
    taken: present.some((other) => parseSheba(other.shebaCode) === sheba),
  })
  return {
    ...(cardProblem ? { cardNumber: cardProblem } : {}),
    ...(shebaProblem ? { shebaCode: shebaProblem } : {}),
  }
}

function problemOf(text: string, { valid, taken }: { valid: boolean; taken: boolean }): BankAccountProblem | undefined {
  if (text === '') return 'required'
  if (!valid) return 'invalid'
  return taken ? 'taken' : undefined
}
