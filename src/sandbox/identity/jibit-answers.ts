import { z } from 'zod'
import { bankOfCard, parseBankCard } from '#domain/bank-card.ts'
import { parseJalaliDate } from '#domain/jalali.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { parseNationalCode } from '#domain/national-code.ts'
import { bankOfSheba, parseSheba } from '#domain/sheba.ts'
import { magicOutcomeOf } from './magic-codes.ts'
import { sandboxShebaOf } from './sandbox-sheba.ts'

export interface JibitAnswer {
  readonly status: number
  readonly body: unknown
}

const text = z.string().optional().catch(undefined)
const Query = z.object({
  nationalCode: text,
  mobileNumber: text,
  cardNumber: text,
  iban: text,
  birthDate: text,
  firstName: text,
  lastName: text,
  fullName: text,
  number: text,
  value: text,
})

const ok = (body: unknown): JibitAnswer => ({ status: 200, body })
const refuse = (code: string, message: string): JibitAnswer => ({ status: 400, body: { code, message } })
const REGISTRY_DOWN = refuse('providers.not_available', 'سرویس دهنده در دسترس نیست')
const SERVER_ERROR: JibitAnswer = { status: 500, body: { code: 'server.error', message: 'خطای داخلی' } }
const NOT_FOUND = refuse('identity_info.not_found', 'اطلاعات هویتی یافت نشد')
const BAD_NATIONAL_CODE = refuse('nationalCode.not_valid', 'کد ملی معتبر نیست')
const BAD_BIRTH_DATE = refuse('birthDate.not_valid', 'تاریخ تولد معتبر نیست')
const BAD_CARD = refuse('card.not_valid', 'شماره کارت معتبر نیست')
const BAD_IBAN = refuse('iban.not_valid', 'شماره شبا معتبر نیست')

/** `/v1/services/matching`: a national code against a mobile number, a card or an IBAN, depending on the query. */
export function answerMatching(rawQuery: unknown): JibitAnswer {
  const query = Query.parse(rawQuery)
  const nationalCode = parseNationalCode(query.nationalCode ?? '')
  if (nationalCode === undefined) return BAD_NATIONAL_CODE
  const outcome = magicOutcomeOf(nationalCode)
  if (outcome === 'registry-down') return REGISTRY_DOWN
  if (outcome === 'server-error') return SERVER_ERROR
  if (query.mobileNumber !== undefined) {
    if (parseMobileNumber(query.mobileNumber) === undefined) {
      return refuse('mobileNumber.not_valid', 'شماره همراه معتبر نیست')
    }
    return outcome === 'unknown-person' ? NOT_FOUND : ok({ matched: outcome !== 'mobile-of-another' })
  }
  if (parseJalaliDate(query.birthDate ?? '') === undefined) return BAD_BIRTH_DATE
  const { cardNumber, iban } = query
  if (cardNumber === undefined && iban === undefined) {
    return refuse('query_parameters.not_provided', 'پارامترها کافی نیست')
  }
  if (cardNumber !== undefined && parseBankCard(cardNumber) === undefined) return BAD_CARD
  if (iban !== undefined && parseSheba(iban) === undefined) return BAD_IBAN
  if (outcome === 'account-not-found') {
    return iban === undefined ? refuse('card.not_active', 'کارت غیرفعال است') : BAD_IBAN
  }
  if (outcome === 'account-unknown') return refuse('matching.unknown', 'بانک پاسخ روشنی نمی‌دهد')
  return outcome === 'unknown-person' ? NOT_FOUND : ok({ matched: outcome !== 'account-of-another' })
}

const SIMILARITY_PERCENT: Readonly<Record<string, number>> = { 'other-name': 21, 'similar-name': 65 }

/** `/v1/services/identity/similarity`: how similar the names are to those of the registry. */
export function answerSimilarity(rawQuery: unknown): JibitAnswer {
  const query = Query.parse(rawQuery)
  const nationalCode = parseNationalCode(query.nationalCode ?? '')
  if (nationalCode === undefined) return BAD_NATIONAL_CODE
  if (parseJalaliDate(query.birthDate ?? '') === undefined) return BAD_BIRTH_DATE
  const outcome = magicOutcomeOf(nationalCode)
  if (outcome === 'registry-down') return REGISTRY_DOWN
  if (outcome === 'server-error') return SERVER_ERROR
  if (outcome === 'unknown-person' || outcome === 'other-birth-date') return NOT_FOUND
  const percent = SIMILARITY_PERCENT[outcome ?? ''] ?? 100
  return ok({
    firstNameSimilarityPercentage: query.firstName === undefined ? 0 : percent,
    lastNameSimilarityPercentage: query.lastName === undefined ? 0 : percent,
    fullNameSimilarityPercentage: query.fullName === undefined ? 0 : percent,
    fatherNameSimilarityPercentage: 0,
  })
}

/** `/v1/cards?number=&iban=true`: the account behind a card. */
export function answerCard(rawQuery: unknown): JibitAnswer {
  const card = parseBankCard(Query.parse(rawQuery).number ?? '')
  if (card === undefined) return BAD_CARD
  const bank = bankOfCard(card)?.englishName
  const ibanInfo = { bank, depositNumber: card.slice(4), iban: sandboxShebaOf(card), status: 'ACTIVE' }
  return ok({ number: card, type: 'DEBIT', ibanInfo })
}

/** `/v1/ibans?value=`: the data of an IBAN. */
export function answerIban(rawQuery: unknown): JibitAnswer {
  const sheba = parseSheba(Query.parse(rawQuery).value ?? '')
  if (sheba === undefined) return BAD_IBAN
  const bank = bankOfSheba(sheba)?.englishName ?? 'UNKNOWN'
  return ok({ value: sheba, ibanInfo: { bank, depositNumber: sheba.slice(10), iban: sheba, status: 'ACTIVE' } })
}
