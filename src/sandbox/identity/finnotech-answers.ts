import { z } from 'zod'
import { bankOfCard, parseBankCard } from '#domain/bank-card.ts'
import { parseJalaliDate } from '#domain/jalali.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { parseNationalCode } from '#domain/national-code.ts'
import { bankOfSheba, parseSheba, type Sheba } from '#domain/sheba.ts'
import { type MagicOutcome, magicOutcomeOf } from './magic-codes.ts'
import { sandboxShebaOf } from './sandbox-sheba.ts'

export interface FinnotechAnswer {
  readonly status: number
  readonly body: object
}

const text = z.string().optional().catch(undefined)
const Query = z.object({
  nationalCode: text,
  mobile: text,
  card: text,
  iban: text,
  birthDate: text,
  firstName: text,
  lastName: text,
})

export const answered = (result: object): FinnotechAnswer => ({ status: 200, body: { status: 'DONE', result } })
export const failed = (status: number, code: string, message = code): FinnotechAnswer => ({
  status,
  body: { status: 'FAILED', error: { code, message } },
})

const INVALID = failed(400, 'VALIDATION_ERROR', 'پارامتر ورودی معتبر نیست')
const NOT_FOUND = failed(404, 'NOT_FOUND', 'اطلاعاتی یافت نشد')
const DOWN = failed(400, 'SERVICE_CALL_ERROR', 'سرویس‌دهنده پاسخ نمی‌دهد')
const SERVER_ERROR = failed(500, 'INTERNAL_SERVER_ERROR')

function faultOf(outcome: MagicOutcome | undefined): FinnotechAnswer | undefined {
  if (outcome === 'registry-down') return DOWN
  return outcome === 'server-error' ? SERVER_ERROR : undefined
}

/** `/facility/…/shahkar/verify`: is the number registered to the national code? */
export function answerShahkar(rawQuery: unknown): FinnotechAnswer {
  const query = Query.parse(rawQuery)
  const nationalCode = parseNationalCode(query.nationalCode ?? '')
  if (nationalCode === undefined || parseMobileNumber(query.mobile ?? '') === undefined) return INVALID
  const outcome = magicOutcomeOf(nationalCode)
  if (outcome === 'unknown-person') return NOT_FOUND
  return faultOf(outcome) ?? answered({ isValid: outcome !== 'mobile-of-another' })
}

/** Every account of the sandbox has this owner; the magic national codes decide how similar their own name is. */
const OWNER = { firstName: 'دارنده', lastName: 'حساب' }
const OWNER_SIMILARITY: { readonly [Outcome in MagicOutcome]?: number } = {
  'account-of-another': 21,
  'account-unknown': 65,
}
const NAME_SIMILARITY: { readonly [Outcome in MagicOutcome]?: number } = { 'other-name': 21, 'similar-name': 65 }

/** `/facility/…/users/{nid}/cc/nidVerification`: how similar the names are to those of the registry. */
export function answerNames(nid: string, rawQuery: unknown): FinnotechAnswer {
  const query = Query.parse(rawQuery)
  const nationalCode = parseNationalCode(nid)
  if (nationalCode === undefined || parseJalaliDate((query.birthDate ?? '').replaceAll('/', '')) === undefined)
    return INVALID
  const outcome = magicOutcomeOf(nationalCode)
  const fault = faultOf(outcome)
  if (fault) return fault
  if (outcome === 'unknown-person' || outcome === 'other-birth-date') return NOT_FOUND
  const isOwner = query.firstName === OWNER.firstName && query.lastName === OWNER.lastName
  const similarity = (outcome && (isOwner ? OWNER_SIMILARITY : NAME_SIMILARITY)[outcome]) ?? 100
  return answered({
    nationalCode,
    birthDate: query.birthDate,
    status: 'DONE',
    firstNameSimilarity: similarity,
    lastNameSimilarity: similarity,
    deathStatus: 'زنده',
  })
}

const deposit = (sheba: Sheba) => ({
  IBAN: sheba,
  bankName: bankOfSheba(sheba)?.persianName ?? '',
  deposit: sheba.slice(10),
  // Accounts that end in four zeros are blocked.
  depositStatus: sheba.endsWith('0000') ? '04' : '02',
  depositDescription: sheba.endsWith('0000') ? 'حساب مسدود است' : 'حساب فعال است',
  depositOwners: [OWNER],
})

/** `/facility/…/cardToIban`: the account behind a card. */
export function answerCardToIban(rawQuery: unknown): FinnotechAnswer {
  const card = parseBankCard(Query.parse(rawQuery).card ?? '')
  return card && bankOfCard(card) ? answered({ card, ...deposit(sandboxShebaOf(card)) }) : INVALID
}

/** `/oak/…/ibanInquiry`: the data of an account. */
export function answerIbanInquiry(rawQuery: unknown): FinnotechAnswer {
  const sheba = parseSheba(Query.parse(rawQuery).iban ?? '')
  return sheba ? answered(deposit(sheba)) : INVALID
}
